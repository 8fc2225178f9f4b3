import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { advisoryLocks } from './advisory-locks.ts'

test('no two advisory locks are one, and the migrations take none that is not listed', async () => {
  const keys: number[] = Object.values(advisoryLocks)
  expect(new Set(keys).size).toBe(keys.length)
  const dir = fileURLToPath(new URL('../migrations', import.meta.url))
  const files = (await readdir(dir)).filter((name) => name.endsWith('.sql'))
  const statements = await Promise.all(files.map((name) => readFile(`${dir}/${name}`, 'utf8')))
  const taken = [...statements.join('\n').matchAll(/advisory\w*lock\w*\((\d+)\)/g)].map(([, key]) => Number(key))
  expect(taken.filter((key) => key !== advisoryLocks.auditChain)).toEqual([])
})
