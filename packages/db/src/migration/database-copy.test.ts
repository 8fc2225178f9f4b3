import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type {} from '@readroom/local/suites/vitest-services'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { asOwner } from '../core/owner.ts'
import { verifyAuditChain } from '../operations/audit-chain.ts'
import { copyIn, copyOut, type DatabaseCopy } from './database-copy.ts'
import { applyMigrations, applyMigrationsUntil, readMigrations, readSchema } from './migrations.ts'

const databases: string[] = []
const owners: string[] = []

async function createDatabase(): Promise<string> {
  const name = `readroom_test_${randomUUID().replaceAll('-', '')}`
  await asOwner(inject('databaseUrl'), (_, client) => client.query(`create database ${name}`))
  databases.push(name)
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${name}`
  return url.href
}

let [from, to] = ['', '']
beforeEach(async () => {
  ;[from, to] = [await createDatabase(), await createDatabase()]
})
afterEach(async () => {
  for (const name of databases.splice(0))
    await asOwner(inject('databaseUrl'), (_, client) => client.query(`drop database ${name} with (force)`))
  for (const name of owners.splice(0))
    await asOwner(inject('databaseUrl'), (_, client) => client.query(`drop owned by ${name}; drop role ${name}`))
})

/** Makes both databases those of a login that is no superuser, as hosted servers give. Returns their addresses for it. */
async function asOrdinaryOwner(): Promise<[string, string]> {
  const name = `owner_${randomUUID().slice(0, 8)}`
  await applyMigrations(from)
  await run(from, 'drop schema public, drizzle cascade', 'create schema public')
  await run(from, `create role ${name} login password 'x' createrole`, `grant readroom_app to ${name} with admin option`)
  owners.push(name)
  const own = async (url: string) => {
    await run(url, `alter database ${new URL(url).pathname.slice(1)} owner to ${name}`, `alter schema public owner to ${name}`)
    return Object.assign(new URL(url), { username: name, password: 'x' }).href
  }
  return [await own(from), await own(to)]
}

const run = (url: string, ...statements: string[]) =>
  asOwner(url, async (_, client) => {
    for (const statement of statements) await client.query(statement)
  })

const rowsOf = (url: string, table: string) =>
  asOwner(url, async (_, client) => (await client.query(`select * from ${table} order by 1`)).rows)

async function take(url: string, look = async () => {}): Promise<{ copy: DatabaseCopy; open: (table: string) => Readable }> {
  const tables = new Map<string, Buffer>()
  const write = async (table: string, rows: Readable) => void tables.set(table, await buffer(rows))
  const copy = await copyOut(url, { write, look })
  return { copy, open: (table) => Readable.from([tables.get(table) ?? Buffer.alloc(0)], { objectMode: false }) }
}

const nothing = async () => {}

const anAccount = (name: string) => `
  insert into users (email, username, full_name, role, password_hash)
  values ('${name}@example.org', '${name}', E'Tab\\there, \\\\ and \\n a line', 'admin', 'x')`
const anEntry = "insert into audit_log (action, details) values ('test', '{\"a\": [null]}')"

test('everything is of the moment when the copy began, and is the same again; numbers go on', async () => {
  await applyMigrations(from)
  await run(from, anAccount('one'), anEntry, anEntry)
  const { copy, open } = await take(from, () => run(from, anAccount('late'), anEntry))
  await applyMigrationsUntil(to, copy.schema)
  await copyIn(to, copy, { open, check: nothing, finish: nothing })
  expect(await rowsOf(to, 'users')).toMatchObject([{ username: 'one', full_name: 'Tab\there, \\ and \n a line' }])
  await run(to, anEntry)
  const sound = await asOwner(to, (db) => verifyAuditChain(db, []))
  expect(sound).toMatchObject({ entries: 3, fault: null })
  await expect(run(to, 'delete from audit_log')).rejects.toThrow('never changed or removed')
})

test('a copy of an older schema is restored and brought to the newest', async () => {
  const newer = { sql: ['alter table users add column later text'], hash: 'later', folderMillis: 8_000_000_000_000 }
  await applyMigrations(from)
  await run(from, anAccount('one'), anEntry)
  const { copy, open } = await take(from)
  // As a version with one more migration prepares it: without functions and triggers, which may need the new column.
  await applyMigrations(to, { programs: [] })
  await copyIn(to, copy, { open, check: nothing, finish: nothing })
  await applyMigrations(to, { migrations: [...readMigrations(), newer] })
  expect(await asOwner(to, (_, client) => readSchema(client))).toBe(newer.folderMillis)
  expect(await rowsOf(to, 'users')).toMatchObject([{ username: 'one', later: null }])
  await expect(run(to, 'delete from audit_log')).rejects.toThrow('never changed or removed')
})

test('a copy that lacks rows changes nothing', async () => {
  await applyMigrations(from)
  await run(from, anAccount('one'))
  const { copy, open } = await take(from)
  await applyMigrations(to)
  const short = { ...copy, tables: copy.tables.map((table) => (table.name === 'users' ? { ...table, rows: 2 } : table)) }
  await expect(copyIn(to, short, { open, check: nothing, finish: nothing })).rejects.toThrow('users has 1 rows instead of 2')
  expect([await rowsOf(to, 'users'), await rowsOf(to, 'intake_cursor')]).toMatchObject([[], [{ last: '0' }]])
})

test('a login that owns the tables is enough', async () => {
  const [source, target] = await asOrdinaryOwner()
  for (const url of [source, target]) await applyMigrations(url)
  await run(source, anAccount('one'), anEntry)
  const { copy, open } = await take(source)
  await copyIn(target, copy, { open, check: nothing, finish: nothing })
  expect(await rowsOf(target, 'users')).toHaveLength(1)
})
