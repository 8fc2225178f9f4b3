import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openLogOutput } from './log-output.ts'

function openFile(path: string): number {
  const fd = openSync(path, 'a')
  onTestFinished(() => closeSync(fd))
  return fd
}

it('writes lines in their order', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'readroom-log-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const file = join(dir, 'log')
  const output = openLogOutput(openFile(file))
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index}\n`)
  for (const line of lines) output.write(line)
  await output.flush()
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''))
  expect(output.isLosing()).toBe(false)
})

it('on a full disk loses lines, says so, and keeps none for ever', async () => {
  const output = openLogOutput(openFile('/dev/full'))
  for (let index = 0; index < 1_000; index++) output.write('x'.repeat(10_000))
  await expect.poll(output.isLosing).toBe(true)
  await output.flush()
  expect(output.isLosing()).toBe(true)
})
