import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** The database or a transaction on it: the first argument of every query. */
export type Db = Omit<NodePgDatabase, '$client'>

export type Database = { db: Db; pool: pg.Pool; close: () => Promise<void> }

/**
 * What connections may do: the rights that migrations/0005 gives to the application. And what the planner should know: on the disks and
 * caches of today a random page costs what the next one does, and compiling a statement takes longer than any of ours runs.
 */
const connectionSettings = '-c role=readroom_app -c random_page_cost=1.1 -c jit=off'

/**
 * Opens a pool in the application's role. Nothing is connected until the first query; a lost server is survived, queries fail until it is back.
 * `onError` hears of idle connections that broke.
 */
export function openDatabase(url: string, options: { max?: number; onError: (error: Error) => void }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    options: connectionSettings,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
  })
  pool.on('error', options.onError)
  // A connection that breaks inside a transaction fails that transaction, not the process.
  pool.on('connect', (client) => client.on('error', options.onError))
  return { db: drizzle(pool), pool, close: () => pool.end() }
}

/** True where the server could not be reached or went away, as against a statement that it refused. */
export function isDatabaseDown(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return /^(08|57P)/.test(cause.code ?? '')
    if ('code' in cause && typeof cause.code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(cause.code)) return true
    if (/Connection terminated|timeout exceeded when trying to connect|not queryable/i.test(cause.message)) return true
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
