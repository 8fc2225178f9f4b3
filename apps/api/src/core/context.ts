import type { OpenDb } from '@readroom/db/core/client'
import type { Orthanc } from '@readroom/orthanc/client'
import type { OrthancLimits } from '@readroom/orthanc/transport'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import type { S3Limits } from '@readroom/storage/s3'
import type { Config } from './config.ts'
import type { CurrentSettings } from './current-settings.ts'

/** Dependencies of the services. Made once in main.ts and passed down. */
export type Context = {
  config: Config
  settings: CurrentSettings
  db: OpenDb
  orthanc: Orthanc
  storage: ObjectStorage
  /** Resolves after the given number of milliseconds. */
  pause: (ms: number) => Promise<void>
}

/**
 * Users wait at most five seconds for these answers. A frozen or overloaded database is reported as unavailable. A request that waits too long
 * for a locked row is told to try again.
 */
export const databaseLimits = {
  connectMs: 2_000,
  answerMs: 4_500,
  settings: ['statement_timeout=4s', 'lock_timeout=3s', 'idle_in_transaction_session_timeout=60s'],
}

/** Users wait for these answers. An archive that is frozen or cannot read a file is reported as unavailable after four seconds. */
export const archiveLimits: Partial<OrthancLimits> = { answerMs: 4_000, aliveMs: 2_000 }

/** For answers that read many or large files. The archive must still be able to read one file of the study. */
export const readingMs = 60_000

/** Reports the storage as unavailable after the same time. Slow transfers may continue while data moves. */
export const storageLimits: S3Limits = {
  connectMs: 2_000,
  answerMs: 4_000,
  uploadMs: 60_000,
  stallMs: 4_000,
  silenceMs: 60_000,
  isPatient: false,
}
