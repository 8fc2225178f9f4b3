import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { makeFolder, started } from '../core/folder.fixture.ts'
import { createDatabase, startPostgres } from './postgres.ts'

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a second start continues with the same data, after an orderly stop and after a crash', async () => {
  const dir = await makeFolder()
  const first = await started(startPostgres({ dir }))
  const url = await createDatabase(first.url, 'readroom')
  await query(url, 'CREATE TABLE kept (n int)')
  await query(url, 'INSERT INTO kept VALUES (1)')
  await first.stop()

  const second = await started(startPostgres({ dir }))
  await query(await createDatabase(second.url, 'readroom'), 'INSERT INTO kept VALUES (2)')
  await second.kill()

  const third = await started(startPostgres({ dir }))
  expect(await query(await createDatabase(third.url, 'readroom'), 'SELECT n FROM kept ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }])
})

test('a server that is still running on the folder is replaced', async () => {
  const dir = await makeFolder()
  const first = await started(startPostgres({ dir }))
  const second = await started(startPostgres({ dir }))
  await first.exited
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a stale lock file that names somebody else’s process does not stop it', async () => {
  const dir = await makeFolder()
  const first = await started(startPostgres({ dir }))
  const lock = await readFile(join(dir, 'data', 'postmaster.pid'), 'utf8')
  await first.kill()
  const other = await started(startPostgres({ dir: join(dir, 'other') }))
  const otherLock = await readFile(join(dir, 'other', 'data', 'postmaster.pid'), 'utf8')
  await writeFile(join(dir, 'data', 'postmaster.pid'), lock.replace(/^\d+/, otherLock.split('\n')[0] ?? ''))
  const second = await started(startPostgres({ dir }))
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await query(other.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a first start that was cut off is made good by the next', async () => {
  const dir = await makeFolder()
  await mkdir(join(dir, 'data.unfinished'), { recursive: true })
  await writeFile(join(dir, 'data.unfinished', 'PG_VERSION'), '18\n')
  const server = await started(startPostgres({ dir }))
  expect(await query(server.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }])
})

test('it runs below a folder that only its owner may enter', async () => {
  const dir = await makeFolder()
  await chmod(dir, 0o700)
  const server = await started(startPostgres({ dir: join(dir, 'deep', 'postgres'), durable: false }))
  expect(await query(server.url, 'SHOW fsync')).toEqual([{ fsync: 'off' }])
})

test('a wrong password is refused', async () => {
  const server = await started(startPostgres({ dir: await makeFolder(), durable: false }))
  const url = new URL(server.url)
  url.password = 'wrong'
  await expect(query(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
})
