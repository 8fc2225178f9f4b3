import { appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogPosition } from '@readroom/db/studies/refusals'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readRefusals } from './refusal-log.ts'

let dir: string
let path: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'readroom-refusals-'))
  path = join(dir, 'refused-objects.log')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const line = (image: string) => `\n1700000000\tno-room\tCT1\t1.2\t${image}\n`

/** Everything that is new since `from`. */
async function readOn(from: LogPosition | null) {
  const found = { images: [] as string[], strange: 0, to: from }
  for (let reading = await readRefusals(dir, from); reading; reading = await readRefusals(dir, reading.to)) {
    found.images.push(...reading.images.map(({ sopInstanceUid }) => sopInstanceUid))
    found.strange += reading.strange
    found.to = reading.to
  }
  return found
}

test('nothing was refused: there is no file', async () => {
  expect(await readRefusals(dir, null)).toBeNull()
})

test('each line is read once, when it is whole', async () => {
  await writeFile(path, `name\n${line('1.1')}`)
  await appendFile(path, line('1.2').slice(0, 9))
  const first = await readOn(null)
  expect(first.images).toEqual(['1.1'])
  await appendFile(path, line('1.2').slice(9) + line('1.3'))
  const second = await readOn(first.to)
  expect(second.images).toEqual(['1.2', '1.3'])
  expect((await readOn(second.to)).images).toEqual([])
})

test('goes on in the file that was put aside, and then in the new one; what is gone with an older one is left', async () => {
  await writeFile(path, `first\n${line('1.1')}`)
  const { to } = await readOn(null)
  await appendFile(path, line('1.2'))
  await rename(path, `${path}.1`)
  await writeFile(path, `second\n${line('1.3')}`)
  const next = await readOn(to)
  expect(next.images).toEqual(['1.2', '1.3'])
  await writeFile(`${path}.1`, `third\n${line('1.8')}`)
  await writeFile(path, `fourth\n${line('1.9')}`)
  expect((await readOn(next.to)).images).toEqual(['1.8', '1.9'])
})

test('what is torn, hostile or no line at all stops nothing', async () => {
  const hostile = [
    'x',
    '\t\t\t\t',
    'NaN\ta\tb\tc\td',
    '99e99\tr\ta\t1\t2',
    '1\tr\ta\t1\té',
    '1\tr\ta\t1\t\0',
    `1\tr\ta\t1\t${'9'.repeat(200)}`,
  ]
  const torn = line('1.7').trimEnd().slice(0, 20)
  await writeFile(path, `name\n${line('1.1')}${hostile.join('\n')}\n${torn}${line('1.2')}${'z'.repeat(300_000)}${line('1.3')}`)
  const { images, strange } = await readOn(null)
  expect(images).toEqual(['1.1', '1.2', '1.3'])
  expect(strange).toBeGreaterThanOrEqual(hostile.length + 2)
})
