import { readFile, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, started } from '../core/folder.fixture.ts'
import { type Redis, startRedis } from './redis.ts'

/** Returns the server's answer to lines that are sent at once. */
function say(port: number, ...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write([...lines, 'QUIT', ''].join('\r\n')))
    let answer = ''
    socket.once('error', reject)
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.once('end', () => resolve(answer))
  })
}

const ask = ({ url, port }: Redis, ...commands: string[]) => say(port, `AUTH ${new URL(url).password}`, ...commands)

test('it answers nobody without its password, which the list of processes does not show', async () => {
  const dir = await makeFolder()
  const server = await started(startRedis({ dir }))
  for (const command of ['PING', 'FLUSHALL', 'PUBLISH readroom x', 'AUTH guess']) {
    expect(await say(server.port, command)).toMatch(/^-(NOAUTH|WRONGPASS) /)
  }
  const { password } = new URL(server.url)
  expect(password).not.toBe('')
  expect(await readFile(`/proc/${server.pid}/cmdline`, 'utf8')).not.toContain(password)
  expect((await stat(join(dir, 'redis.conf'))).mode & 0o077).toBe(0)
})

test('a second start continues with the same keys', async () => {
  const dir = await makeFolder()
  const first = await started(startRedis({ dir }))
  await ask(first, 'SET kept yes')
  await first.stop()
  const second = await started(startRedis({ dir }))
  expect(await ask(second, 'GET kept')).toContain('yes')
})

test('a start after a crash continues', async () => {
  const dir = await makeFolder()
  const first = await started(startRedis({ dir }))
  // While the disk is busy Redis keeps for a second or two what it has not written.
  await ask(first, 'CONFIG SET appendfsync always', 'SET kept yes')
  await first.kill()
  const second = await started(startRedis({ dir }))
  expect(await ask(second, 'GET kept')).toContain('yes')
})

test('a server that is still running on the folder is replaced', async () => {
  const dir = await makeFolder()
  const first = await started(startRedis({ dir }))
  await ask(first, 'SET kept yes')
  const second = await started(startRedis({ dir }))
  await first.exited
  expect(await ask(second, 'GET kept')).toContain('yes')
})

test('a port that is taken is reported with the server’s own words', async () => {
  const taken = await started(startRedis({ dir: await makeFolder() }))
  await expect(startRedis({ dir: await makeFolder(), port: taken.port })).rejects.toThrow(/Address already in use/)
})
