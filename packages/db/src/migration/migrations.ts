import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { z } from 'zod'
import { advisoryLocks } from '../core/advisory-locks.ts'
import { isGivenUp } from '../core/client.ts'
import { ensureApplicationRole, grantApplicationRights } from './application-role.ts'
import { runConcurrently, runInBatches } from './online-statements.ts'
import { applyPrograms, ensureProgramsNoted, readPrograms } from './programs.ts'

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

/** The content of one migration file, and the database's record of it. */
export type Migration = { sql: string[]; hash: string; folderMillis: number }

/** The migrations of this program, oldest first. */
export const readMigrations = (): Migration[] => readMigrationFiles({ migrationsFolder })

export type MigrateOptions = {
  migrations?: readonly Migration[]
  /** The functions and triggers that the database has afterwards: statements as `readPrograms` returns them. */
  programs?: readonly string[]
  /** Milliseconds that a migration waits for a lock. Other statements queue behind it meanwhile. */
  lockMs?: number
  /** Milliseconds after which a migration that never got its locks fails. */
  patienceMs?: number
  /** Hears that a migration did not get its locks and will be tried again. */
  onRetry?: () => void
}

const LOCK_MS = 1_000
const PATIENCE_MS = 10 * 60_000
const TURN_MS = 500
const LONGEST_PAUSE_MS = 5_000

/** The creation times of the migrations that this program knows, in milliseconds: a schema is as new as its newest migration. */
export const listSchemas = (): number[] => readMigrations().map(({ folderMillis }) => folderMillis)

/** The newest migration that a database has, as `listSchemas` names it; null if it has none. */
export async function readSchema(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`)
  if (!z.tuple([z.object({ isThere: z.boolean() })]).parse(rows)[0].isThere) return null
  const found = await client.query('select max(created_at) as newest from drizzle.__drizzle_migrations')
  return z.tuple([z.object({ newest: z.coerce.number() })]).parse(found.rows)[0].newest
}

/**
 * Brings the database at `url` to a schema that `listSchemas` names. An older one stays without functions and triggers, which may need columns that it
 * lacks, until `applyMigrations`.
 */
export async function applyMigrationsUntil(url: string, schema: number): Promise<void> {
  const migrations = readMigrations().filter(({ folderMillis }) => folderMillis <= schema)
  await applyMigrations(url, { migrations, programs: schema === listSchemas().at(-1) ? readPrograms() : [] })
}

/** A statement that is run apart from transactions: an index that is built beside readers and writers, or a fill in batches. */
const batch = /^[ \t]{0,40}-- in batches\b/m
const concurrently = /^[ \t]{0,40}(create|drop)[ \t]{1,40}(unique[ \t]{1,40})?index[ \t]{1,40}concurrently\b/im

/**
 * Brings the database at `url` to the newest schema, functions and triggers, and the application's role and rights to it, also on a server it was
 * restored to. Two callers at once take turns. Each migration is a transaction of its own, and so are the functions and triggers. One that waits for a
 * lock gives way soon and tries again, because users of the table queue behind it. One whose statements are made for that (docs/contributing.md) runs
 * them one by one beside readers and writers, and goes on where it was stopped.
 */
export async function applyMigrations(url: string, options: MigrateOptions = {}): Promise<void> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  await client.connect()
  try {
    await takeTurn(client)
    await ensureApplicationRole(client)
    await migrate(client, options)
    await grantApplicationRights(client)
  } finally {
    await client.end()
  }
}

/** Asks again and again: a statement that waits would be waited for by indexes that are built concurrently. */
async function takeTurn(client: pg.Client): Promise<void> {
  const Turn = z.tuple([z.object({ taken: z.boolean() })])
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [advisoryLocks.migrations])
    if (Turn.parse(rows)[0].taken) return
    await delay(TURN_MS)
  }
}

const Last = z.tuple([z.object({ last: z.coerce.number() })])

async function migrate(
  client: pg.Client,
  { migrations = readMigrations(), programs = readPrograms(), ...options }: MigrateOptions,
): Promise<void> {
  // As drizzle-kit has them.
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  await ensureProgramsNoted(client)
  const { rows } = await client.query('select coalesce(max(created_at), 0) as last from drizzle.__drizzle_migrations')
  const [{ last }] = Last.parse(rows)
  for (const migration of migrations) if (migration.folderMillis > last) await applyOne(client, migration, options)
  // A newer version migrated the database, which keeps its functions and triggers.
  if (programs.length === 0 || last > (migrations.at(-1)?.folderMillis ?? 0)) return
  await giveWay(client, options, () => inTransaction(client, () => applyPrograms(client, programs)))
}

const noteDone = (client: pg.Client, { hash, folderMillis }: Migration) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis])

type WaitOptions = Pick<MigrateOptions, 'lockMs' | 'patienceMs' | 'onRetry'>

async function applyOne(client: pg.Client, migration: Migration, options: WaitOptions): Promise<void> {
  const { sql } = migration
  const isOnline = sql.some((statement) => batch.test(statement) || concurrently.test(statement))
  if (!isOnline) return giveWay(client, options, () => inTransaction(client, () => applyWhole(client, migration)))
  for (const statement of sql) {
    if (concurrently.test(statement)) await runConcurrently(client, statement)
    else if (batch.test(statement)) await runInBatches(client, statement, (work) => giveWay(client, options, work))
    else await giveWay(client, options, () => client.query(statement))
  }
  await noteDone(client, migration)
}

/** Programs lock a study before what belongs to it: a migration that locked it later would wait for them while they wait for the migration. */
const changesStudies = /^alter table "?studies\b/im
const studiesFirst = `do $$ begin
  if to_regclass('studies') is not null then lock table studies in access exclusive mode; end if;
end $$`

async function applyWhole(client: pg.Client, migration: Migration): Promise<void> {
  if (migration.sql.some((statement) => changesStudies.test(statement))) await client.query(studiesFirst)
  for (const statement of migration.sql) await client.query(statement)
  await noteDone(client, migration)
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Does `work`, again and again until it gets its locks, with a pause in which everybody who waited has a turn. */
async function giveWay<T>(
  client: pg.Client,
  { lockMs = LOCK_MS, patienceMs = PATIENCE_MS, onRetry = () => {} }: WaitOptions,
  work: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + patienceMs
  await client.query(`set lock_timeout = ${lockMs}`)
  for (let pause = lockMs; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    try {
      return await work()
    } catch (error) {
      if (!isGivenUp(error) || performance.now() > until) throw error
      onRetry()
      await delay(pause)
    }
  }
}
