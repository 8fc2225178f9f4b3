import type { SQL } from 'drizzle-orm'
import { type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
/** The database or a transaction on it: the first argument of every query. */
export type Db = Omit<NodePgDatabase, '$client'>
export type Database = {
  db: Db
  pool: pg.Pool
  close: () => Promise<void>
}
/**
 * Opens a pool in the application's role. Nothing is connected until the first query; a lost server is survived, queries fail until it is back.
 * `onError` hears of idle connections that broke.
 */
export declare function openDatabase(
  url: string,
  options: {
    max?: number
    onError: (error: Error) => void
  },
): Database
/** Makes of what builds a statement what builds it once for a database or transaction. */
export declare function builtOnce<S>(build: (db: Db) => S): (db: Db) => S
/**
 * What runs a statement that each connection's server plans once, for those whose best plan does not depend on their values. Its values are
 * placeholders; answers rows as the server writes them. (A select of the query builder could be prepared as well, and takes three times as
 * long to read a hundred rows.)
 */
export declare function plannedOnce(name: string, statement: SQL): (db: Db, values: Record<string, unknown>) => Promise<unknown>
/** True where the server could not be reached or went away, as against a statement that it refused. */
export declare function isDatabaseDown(error: unknown): boolean
/** The constraint that a statement broke, or null. */
export declare function brokenConstraint(error: unknown): string | null
