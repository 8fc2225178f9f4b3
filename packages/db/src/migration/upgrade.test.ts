import { createHash, randomUUID } from 'node:crypto'
import { eventually } from '@readroom/local/core/eventually'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { fillTables } from '../testing/fill-tables.ts'
import { applyMigrations, type Migration, readMigrations } from './migrations.ts'
import { readPrograms } from './programs.ts'

const rows = 1_000

let url: string
let admin: pg.Client
let client: pg.Client
const name = `readroom_upgrade_${randomUUID().replaceAll('-', '')}`
let tables: string[]

async function connect(options = ''): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: url, options })
  await made.connect()
  return made
}

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = new URL(inject('databaseUrl'))
  address.pathname = `/${name}`
  url = address.href
  await applyMigrations(url)
  client = await connect()
  tables = await fillTables(client, rows)
})
afterAll(async () => {
  await client.end()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

let written = 0

/** A migration that nobody wrote, behind all of them. */
function made(...sql: string[]): Migration {
  written += 1
  return { sql, hash: createHash('sha256').update(sql.join()).digest('hex'), folderMillis: 8_000_000_000_000 + written }
}

const Counted = z.tuple([z.object({ count: z.coerce.number() })])
const count = async (sql: string) => Counted.parse((await client.query(`select count(*) from ${sql}`)).rows)[0].count

/** The rows that the old program writes meanwhile, and what it changes of studies. */
const itsRows: Record<string, string> = { study_events: `where event <> 'upgrade'`, outbox: `where name <> 'upgrade'` }
const moving = ['status', 'status_changed_at', 'tab', 'search_all']
const itsTables = ['study_counts', 'study_kind_totals', 'study_totals', 'worklist_changes', 'fhir_order_changes']

/** Returns a digest of a table's contents, in the columns that the table has today. */
async function contentsOf(table: string, columns: readonly string[]): Promise<unknown> {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const { rows: found } = await client.query(
    `select count(*), md5(string_agg(t::text, '|' order by t::text)) from (select ${list} from "${table}" ${itsRows[table] ?? ''}) t`,
  )
  return found
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows: found } = await client.query(
    'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum',
    [`"${table}"`],
  )
  const names = found.map((column) => z.string().parse(column.name))
  return table === 'studies' ? names.filter((column) => !moving.includes(column)) : names
}

const list = 'select id, status, patient_name, received_at from studies order by received_at desc nulls first, id desc limit 50'

/** The program of the version before: it reads lists and moves studies on, each in a transaction, and fails if it is kept waiting. */
async function runOldProgram() {
  const settings = '-c statement_timeout=3s -c role=readroom_app'
  const [reader, writer] = await Promise.all([connect(settings), connect(settings)])
  const ids = (await client.query('select id from studies order by id')).rows.map(({ id }) => String(id))
  const stopping = new AbortController()
  const done = { reads: 0, writes: 0 }
  const reading = async () => {
    while (!stopping.signal.aborted) {
      if ((await reader.query(list)).rowCount !== 50) throw new Error('the list is not whole')
      done.reads += 1
    }
  }
  const writing = async () => {
    while (!stopping.signal.aborted) {
      const study = [ids[done.writes % ids.length]]
      await writer.query('begin')
      await writer.query('select id from studies where id = $1 for update', study)
      await writer.query(`update studies set status = 'assigned_to_doctor' where id = $1`, study)
      await writer.query(
        `insert into study_events (study_id, event, from_status, to_status) values ($1, 'upgrade', 'pending_assignment', 'assigned_to_doctor')`,
        study,
      )
      await writer.query(`insert into outbox (kind, name, payload) values ('live', 'upgrade', '{}')`)
      await writer.query('commit')
      done.writes += 1
    }
  }
  const running = Promise.all([reading(), writing()])
  running.catch(() => {})
  return {
    done,
    stop: async () => {
      stopping.abort()
      await running.finally(() => Promise.all([reader.end(), writer.end()]))
    },
  }
}

/** The functions and triggers of the next version: one function and one trigger differ. */
const nextPrograms = readPrograms().map((statement) =>
  statement
    .replace("array_to_string(modalities, ' ')", "array_to_string(modalities, '  ')")
    .replace('after update of name, preliminary_visible on labs', 'after update of name on labs'),
)

test('a new column, its fill, an index, functions and triggers lose nothing and stop nobody', async () => {
  const empty = []
  for (const table of tables) if ((await count(`"${table}"`)) === 0) empty.push(table)
  expect(empty).toEqual([])
  const columns = new Map<string, string[]>()
  for (const table of tables) if (!itsTables.includes(table)) columns.set(table, await columnsOf(table))
  const contents = async () => {
    const found: Record<string, unknown> = {}
    for (const [table, names] of columns) found[table] = await contentsOf(table, names)
    return found
  }
  const before = await contents()
  const old = await runOldProgram()
  await eventually(() => expect(Math.min(old.done.reads, old.done.writes)).toBeGreaterThan(10))

  const expand = made('alter table studies add column folded text')
  const fill = made(
    '-- in batches\nupdate studies set folded = lower(description) where id in (select id from studies where folded is null limit 250)',
    'create index concurrently if not exists studies_folded on studies (folded)',
  )
  await applyMigrations(url, { migrations: [...readMigrations(), expand, fill], programs: nextPrograms, lockMs: 300 })
  const during = { ...old.done }
  await eventually(() => expect(old.done.writes).toBeGreaterThan(during.writes + 10))
  await old.stop()

  expect(await contents()).toEqual(before)
  expect(await count(`study_events where event = 'upgrade'`)).toBe(old.done.writes)
  expect(await count(`outbox where name = 'upgrade'`)).toBe(old.done.writes)
  expect(await count('studies where folded is distinct from lower(description)')).toBe(0)
  expect(await count(`pg_index where indexrelid = 'studies_folded'::regclass and indisvalid`)).toBe(1)
  expect(await count(`pg_proc where proname = 'study_search_text' and prosrc like '%modalities, ''  ''%'`)).toBe(1)
  expect(await count(`pg_trigger where tgname = 'labs_noted' and array_length(tgattr::int2[], 1) = 1`)).toBe(1)
})

test('a migration that waits for another transaction lets readers and writers pass, and is done when that ends', async () => {
  const long = await connect()
  onTestFinished(() => long.end())
  await long.query('begin')
  await long.query(list)
  const old = await runOldProgram()
  const retries: number[] = []
  const migrating = applyMigrations(url, {
    migrations: [...readMigrations(), made('alter table studies add column waited text')],
    lockMs: 300,
    onRetry: () => void retries.push(old.done.reads),
  })
  await eventually(() => {
    expect(retries.length).toBeGreaterThan(2)
    expect(retries.at(-1)).toBeGreaterThan((retries[0] ?? 0) + 10)
  })
  await long.query('commit')
  await migrating
  await old.stop()
  expect((await client.query('select waited from studies limit 1')).rowCount).toBe(1)
})

test('a migration that fails leaves nothing of itself, and those before it stay', async () => {
  const migrations = [...readMigrations(), made('create table kept (id int)'), made('create table lost (id int)', 'select 1 / 0')]
  await expect(applyMigrations(url, { migrations })).rejects.toThrow('division by zero')
  const { rows: found } = await client.query(
    `select to_regclass('kept') is not null as kept, to_regclass('lost') is null as lost`,
  )
  expect(found).toEqual([{ kept: true, lost: true }])
})

test('a fill and an index that were stopped midway are finished by the next run', async () => {
  await client.query('alter table patients add column filled boolean')
  await client.query('update patients set filled = true where id in (select id from patients limit 700)')
  await client.query('create index patients_filled on patients (filled)')
  // As a build that was killed leaves it.
  await client.query(`update pg_index set indisvalid = false where indexrelid = 'patients_filled'::regclass`)
  const fill = made(
    '-- in batches\nupdate patients set filled = true where id in (select id from patients where filled is null limit 100)',
    'create index concurrently if not exists patients_filled on patients (filled)',
  )
  await applyMigrations(url, { migrations: [...readMigrations(), fill] })
  expect(await count('patients where filled is null')).toBe(0)
  expect(await count(`pg_index where indexrelid = 'patients_filled'::regclass and indisvalid`)).toBe(1)
})

test('those that migrate at once take turns, also where one builds an index', async () => {
  const index = made('create index concurrently if not exists studies_turns on studies (received_at)')
  const run = () => applyMigrations(url, { migrations: [...readMigrations(), index] })
  await Promise.all([run(), run(), run()])
  expect(await count(`drizzle.__drizzle_migrations where hash = '${index.hash}'`)).toBe(1)
})
