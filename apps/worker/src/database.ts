import { type Database, openDatabase } from '@readroom/db/client'
import type { Logger } from 'pino'

/** Each loop holds a transaction, the sweep a lock, the relay a listener; jobs use the rest. */
const CONNECTIONS = 12

/** The worker's pool. A connection that breaks while a transaction waits for the archive fails that transaction, not the process. */
export function openWorkerDatabase(url: string, log: Logger): Database {
  // Whoever uses the connection hears of it too and says so.
  const onError = (error: Error) => log.debug({ err: error }, 'a database connection broke')
  const database = openDatabase(url, { max: CONNECTIONS, onError })
  database.pool.on('connect', (client) => client.on('error', onError))
  return database
}
