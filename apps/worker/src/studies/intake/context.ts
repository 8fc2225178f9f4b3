import type { Database } from '@readroom/db/core/client'
import type { Orthanc } from '@readroom/orthanc/client'
import type { Heartbeats } from '@readroom/process/heartbeats'
import type { Logger } from 'pino'
import type { Pace } from './pace.ts'

export type IntakeContext = {
  database: Database
  /** Given up soon: one study that hangs is not to keep the others waiting. */
  orthanc: Orthanc
  /** Given more time, for studies that were set aside. */
  patientOrthanc: Orthanc
  log: Logger
  heartbeats: Heartbeats
  /** Between two looks at the archive's change log. */
  pollMs: number
  /** A study is complete after this long without a new image. */
  settleSeconds: number
  /** Between two sweeps of the archive. */
  sweepSeconds: number
  /** The policy for new studies of AE titles that no laboratory has registered. */
  unknownAeTitles: 'accept' | 'refuse'
  /** The folder of the image archive's files; null if it is not accessible. */
  storageDir: string | null
  /** The pace of sweeps. */
  pace: Pace
}
