import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { archivePassword, readEnvironment } from './environment.ts'

const Env = z.object({ DATABASE_URL: z.url().optional(), REDIS_URL: z.url().optional(), JWT_SECRET: z.string().optional() })
const hard = `a@b:c/d?e#f%41&g'h"i$j k\\l`

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'readroom-secrets-'))
})
afterAll(() => rm(dir, { recursive: true }))

test.each([
  ['DATABASE_URL', 'DATABASE_PASSWORD', 'postgres://readroom@postgres:5432/readroom'],
  ['REDIS_URL', 'REDIS_PASSWORD', 'redis://redis:6379'],
] as const)('%s gets its password from %s, whatever characters it has', (name, passwordName, address) => {
  const url = new URL(readEnvironment(Env, { [name]: address, [passwordName]: hard })[name] ?? '')
  expect(decodeURIComponent(url.password)).toBe(hard)
  expect(url.host).toBe(new URL(address).host)
  expect(readEnvironment(Env, { [name]: address, [passwordName]: '' })[name]).toBe(address)
})

test('a secret stands in a file whose last line break is none of it', async () => {
  const [secret, password] = [join(dir, 'secret'), join(dir, 'password')]
  await writeFile(secret, 'two words \n')
  await writeFile(password, hard)
  const env = { JWT_SECRET_FILE: secret, DATABASE_URL: 'postgres://readroom@postgres/readroom', DATABASE_PASSWORD_FILE: password }
  const { JWT_SECRET, DATABASE_URL } = readEnvironment(Env, env)
  expect(JWT_SECRET).toBe('two words ')
  expect(decodeURIComponent(new URL(DATABASE_URL ?? '').password)).toBe(hard)
})

test('a secret whose file is not there, or that is given twice, is named', () => {
  const missing = join(dir, 'missing')
  expect(() => readEnvironment(Env, { JWT_SECRET_FILE: missing })).toThrow(
    `JWT_SECRET_FILE names ${missing}, which cannot be read`,
  )
  expect(() => readEnvironment(Env, { JWT_SECRET_FILE: missing, JWT_SECRET: 'x' })).toThrow('JWT_SECRET and JWT_SECRET_FILE')
})

test('what the configuration of the archive cannot hold is refused in words', () => {
  const schema = z.object({ ORTHANC_PASSWORD: archivePassword })
  expect(readEnvironment(schema, { ORTHANC_PASSWORD: `@:/?#%&'$ {}` })).toEqual({ ORTHANC_PASSWORD: `@:/?#%&'$ {}` })
  for (const wrong of ['a"b', 'a\\b', 'a$\u007bb}', 'a\nb'])
    expect(() => readEnvironment(schema, { ORTHANC_PASSWORD: wrong })).toThrow('must not have')
})
