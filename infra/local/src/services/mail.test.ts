import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../core/folder.fixture.ts'
import { startMail } from './mail.ts'

/** Says the next line each time the server has answered one. */
async function converse(port: number, lines: string[]): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const remaining = [...lines]
  for await (const _answer of createInterface(socket)) {
    const next = remaining.shift()
    if (next === undefined) break
    socket.write(`${next.replaceAll('\n', '\r\n')}\r\n`)
  }
  socket.destroy()
}

test('a message becomes a file', async () => {
  const dir = await makeFolder()
  const mail = await startMail({ dir })
  onTestFinished(mail.stop)
  const message = 'Subject: Your code\n\nIt is 123456.\n.'
  await converse(mail.port, [
    'HELO test',
    'MAIL FROM:<a@readroom.example>',
    'RCPT TO:<b@readroom.example>',
    'DATA',
    message,
    'QUIT',
  ])
  const files = await readdir(dir)
  expect(files).toEqual([expect.stringMatching(/\.eml$/)])
  expect(await readFile(join(dir, files[0] ?? ''), 'utf8')).toContain('It is 123456.')
})
