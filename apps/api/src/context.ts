import type { Db } from '@readroom/db/client'
import type { Orthanc } from '@readroom/orthanc/client'
import type { OrthancLimits } from '@readroom/orthanc/transport'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import type { S3Limits } from '@readroom/storage/s3'
import type { Config } from './config.ts'
import type { CurrentSettings } from './current-settings.ts'

/** What services need. Made once in main.ts, passed down. */
export type Context = {
  config: Config
  settings: CurrentSettings
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

/** People wait for these answers: an archive that is frozen, or cannot read what is asked for, is said to be away after four seconds. */
export const archiveLimits: Partial<OrthancLimits> = { answerMs: 4_000, aliveMs: 2_000 }

/** For answers that the archive reads many or large files for, as long as it can still read one of the study's. */
export const readingMs = 60_000

/** The same of the storage; slow readers and writers are waited for as long as something moves. */
export const storageLimits: S3Limits = {
  ...{ connectMs: 2_000, answerMs: 4_000, uploadMs: 60_000, stallMs: 4_000, silenceMs: 60_000 },
  isPatient: false,
}
