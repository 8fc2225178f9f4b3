import { DrizzleQueryError, type SQL } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { z } from 'zod'
import { type Begins, beginning } from './locks.ts'
import { transactionsOf } from './transactions.ts'

export type { Tx } from './locks.ts'

const Result = z.object({ rows: z.array(z.unknown()) })

/** The database or a transaction on it: the first argument of every query. */
export type Db = Omit<NodePgDatabase, '$client' | 'transaction'>

/**
 * The database itself, on which transactions begin. What changes more than one row, or says something to the outbox, demands a transaction.
 */
export type OpenDb = Db & Begins

export type Database = { db: OpenDb; pool: pg.Pool; close: () => Promise<void> }

/**
 * The rights of the application's connections, from `migration/application-role.ts`. And what the planner should know: pages are in memory,
 * so that what costs is to look at entries and rows (docs/decisions/worklist/worklist-queries.md); compiling a statement takes longer than any of
 * ours runs.
 */
const connectionSettings = [
  'role=readroom_app',
  'seq_page_cost=0.2',
  'random_page_cost=0.22',
  'cpu_index_tuple_cost=0.02',
  'jit=off',
]

type OpenOptions = {
  max?: number
  /** More settings of every connection, as `name=value`. */
  settings?: readonly string[]
  /** The longest that a query waits for a connection. */
  connectMs?: number
  /** The longest that a query waits for a server that answers nothing at all, not even an error. */
  answerMs?: number
  /** Hears of idle connections that broke. */
  onError: (error: Error) => void
}

/**
 * Opens a pool in the application's role. Nothing is connected until the first query; a lost server is survived, queries fail until it is back.
 */
export function openDatabase(url: string, options: OpenOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    options: [...connectionSettings, ...(options.settings ?? [])].map((setting) => `-c ${setting}`).join(' '),
    max: options.max ?? 10,
    keepAlive: true,
    connectionTimeoutMillis: options.connectMs ?? 5_000,
    ...(options.answerMs !== undefined && { query_timeout: options.answerMs }),
  })
  pool.on('error', options.onError)
  // A connection that breaks inside a transaction fails that transaction, not the process.
  pool.on('connect', (client) => client.on('error', options.onError))
  const db = drizzle(pool)
  db.transaction = transactionsOf(pool)
  return { db: beginning(db), pool, close: () => pool.end() }
}

/** Makes of what builds a statement what builds it once for a database or transaction. */
export function builtOnce<S>(build: (db: Db) => S): (db: Db) => S {
  const built = new WeakMap<Db, S>()
  return (db) => {
    const statement = built.get(db) ?? build(db)
    built.set(db, statement)
    return statement
  }
}

/**
 * Runs a statement that each connection's server plans once, for those whose best plan does not depend on their values. Its values are
 * placeholders; answers rows as the server writes them. (A select of the query builder could be prepared as well, and takes three times as
 * long to read a hundred rows.)
 */
export function plannedOnce(name: string, statement: SQL): (db: Db, values: Record<string, unknown>) => Promise<unknown> {
  const query = new PgDialect().sqlToQuery(statement)
  const prepared = builtOnce((db) => db._.session.prepareQuery(query, undefined, name, false))
  return async (db, values) => {
    const { rows } = Result.parse(await prepared(db).execute(values))
    return rows
  }
}

/** Returns the cause of a failed statement, without the statement and its values; any other error as it is. */
export const withoutStatement = (error: unknown): unknown => (error instanceof DrizzleQueryError ? error.cause : error)

/** True if the server could not be reached, went away or has nothing left of disk, memory or connections, as against a statement that it refused. */
export function isDatabaseDown(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return /^(08|57P|53)/.test(cause.code ?? '')
    if ('code' in cause && typeof cause.code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(cause.code)) return true
    if (/Connection terminated|timeout exceeded when trying to connect|not queryable|Query read timeout/i.test(cause.message))
      return true
  }
  return false
}

/** True if the server's disk had no room for what a statement writes. */
export function isDatabaseFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause.code === '53100'
  }
  return false
}

/** True if the server gave a statement up that took too long, or waited too long for a row that another holds, or for somebody who waits for it. */
export function isGivenUp(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return /^(57014|55P03|40P01)$/.test(cause.code ?? '')
  }
  return false
}

/** True if what a statement names is not there, or not the program's to read. */
export function isRefused(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return /^(42P01|42501|3F000)$/.test(cause.code ?? '')
  }
  return false
}

/** The constraint that a statement broke, or null. */
export function brokenConstraint(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause.constraint ?? null
  }
  return null
}
