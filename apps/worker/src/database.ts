import { type Database, openDatabase } from '@readroom/db/client'
import type { Logger } from 'pino'

/** Each loop holds a transaction, the sweep a lock, the relay a listener; jobs use the rest. */
const CONNECTIONS = 12

/** The worker's pool. */
export function openWorkerDatabase(url: string, log: Logger): Database {
  // Whoever uses the connection hears of it too and says so.
  return openDatabase(url, { max: CONNECTIONS, onError: (error) => log.debug({ err: error }, 'a database connection broke') })
}
