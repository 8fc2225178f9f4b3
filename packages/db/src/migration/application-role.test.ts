import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '@readroom/local/services/postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../core/client.ts'
import { createUser } from '../testing/factories.ts'
import { applyMigrations } from './migrations.ts'

let server: Awaited<ReturnType<typeof startPostgres>>
let dir: string

/** A server of its own: the role belongs to the server, and the other tests need theirs. */
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'readroom-role-'))
  server = await startPostgres({ dir, durable: false })
})
afterAll(async () => {
  await server.stop()
  await rm(dir, { recursive: true, force: true })
})

async function asOwner(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const rightsOf = (url: string) =>
  asOwner(
    url,
    `select relname as name, relacl::text as rights from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S')
    union all select 'default of ' || defaclobjtype::text, defaclacl::text from pg_default_acl
    union all select 'public', nspacl::text from pg_namespace where nspname = 'public'
    union all select proname, proacl::text from pg_proc where pronamespace = 'public'::regnamespace order by name`,
  )

test('databases restored to a server without the role have it and its rights after the next migration, and no more than before', async () => {
  const urls = await Promise.all(['first', 'second'].map((name) => createDatabase(server.url, name)))
  await Promise.all(urls.map((url) => applyMigrations(url)))
  const before = await Promise.all(urls.map(rightsOf))
  // A dump of the database leaves out the role, and statements that name it fail when it is restored.
  for (const url of urls) await asOwner(url, 'drop owned by readroom_app')
  await asOwner(server.url, 'drop role readroom_app')

  await Promise.all([...urls, ...urls].map((url) => applyMigrations(url)))

  expect(await Promise.all(urls.map(rightsOf))).toEqual(before)
  const program = openDatabase(urls[0] ?? '', { onError: () => {} })
  await createUser(program.db, 'admin')
  await expect(program.pool.query('delete from audit_log')).rejects.toThrow('permission denied')
  await program.close()
})

test('an owner of the tables who may not make roles migrates again', async () => {
  const url = new URL(await createDatabase(server.url, 'owned'))
  await applyMigrations(await createDatabase(server.url, 'other'))
  await asOwner(server.url, `create role owner login createrole password 'known'; grant readroom_app to owner with admin option`)
  await asOwner(url.href, 'alter database owned owner to owner')
  Object.assign(url, { username: 'owner', password: 'known' })
  await applyMigrations(url.href)
  await asOwner(server.url, 'alter role owner nocreaterole')
  await applyMigrations(url.href)
  const program = openDatabase(url.href, { onError: () => {} })
  await createUser(program.db, 'admin')
  await program.close()
})
