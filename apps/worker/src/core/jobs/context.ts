import type { Database } from '@readroom/db/core/client'
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
import type { Places } from '../places.ts'

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
  /** The places that administrators may point us to. */
  places: Places
  counters: EventCounters
  /** Our certificate, for scanners that are tested by TLS. Null: none. */
  scannerIdentity: { cert: string; key: string } | null
  /** Doctors and administrators are told of reports that are due or late. */
  escalation: boolean
  /** The share of reports that should be there when they are due. */
  turnaroundGoalPercent: number
  /** An order of which nothing came ends so many days after its time. */
  orderEndDays: number
  /** A finished ZIP can be downloaded for this many days. */
  zipExpiresDays: number
  /** Studies that settled within this many days have their ZIP built ahead. */
  zipPrebuildDays: number
}

/** The part of the context that jobs that send mail use. */
export type MailContext = Pick<JobsContext, 'database' | 'mailer' | 'portal'>
/** As `MailContext`, for mails that name a time. */
export type TimedMailContext = MailContext & { reports: Pick<JobsContext['reports'], 'zone'> }
