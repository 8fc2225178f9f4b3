import type { Database } from '@readroom/db/client'
import type { Queues } from '@readroom/jobs/queues'
import type { Orthanc } from '@readroom/orthanc/client'
import type { Renderer } from '@readroom/pdf/renderer'
import type { SealKey } from '@readroom/pdf/seal'
import type { Heartbeats } from '@readroom/process/heartbeats'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import type { Logger } from 'pino'
import type { Portal } from '../mail/messages.ts'
import type { Mailer } from '../mail/transport.ts'
import type { EventCounters } from '../metrics.ts'

export type JobsContext = {
  database: Pick<Database, 'db'>
  /** Waits for statements that may take minutes. */
  patientDatabase: Pick<Database, 'db'>
  orthanc: Orthanc
  storage: ObjectStorage
  queues: Queues
  mailer: Mailer
  portal: Portal
  log: Logger
  /** `sealKey` null: nothing is sealed. `zone`: IANA name of the clinic's, in which times are printed. */
  reports: { renderer: Renderer; sealKey: SealKey | null; zone: string }
  heartbeats: Heartbeats
  counters: EventCounters
  /** How long a finished ZIP can be downloaded. */
  zipExpiresDays: number
  /** Studies settled within so many days have their ZIP ready without being asked. */
  zipPrebuildDays: number
}

/** What the jobs that send mail use of it. */
export type MailContext = Pick<JobsContext, 'database' | 'mailer' | 'portal'>
