import type { Db } from '@readroom/db/client'
import type { Orthanc } from '@readroom/orthanc/client'
import type { OrthancLimits } from '@readroom/orthanc/transport'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import type { Config } from './config.ts'

/** What services need. Made once in main.ts, passed down. */
export type Context = {
  config: Config
  db: Db
  orthanc: Orthanc
  storage: ObjectStorage
  /** Resolves after so many milliseconds. */
  pause: (ms: number) => Promise<void>
}

/**
 * People wait for these answers, five seconds at most: a database that is frozen or overloaded is said to be away, and whoever waits for a row
 * that another holds is told to try again.
 */
export const databaseLimits = {
  connectMs: 2_000,
  answerMs: 4_500,
  settings: ['statement_timeout=4s', 'lock_timeout=3s', 'idle_in_transaction_session_timeout=60s'],
}

/** People wait for these answers: an archive that hangs is said to be away, and the worker is the one that is patient with it. */
export const archiveLimits: Partial<OrthancLimits> = { answerMs: 8_000 }
