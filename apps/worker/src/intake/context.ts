import type { Database } from '@readroom/db/client'
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
  /** Without a new image for so long, a study is complete. */
  settleSeconds: number
  /** Between two sweeps of the archive. */
  sweepSeconds: number
  /** What happens to new studies of AE titles that no laboratory has registered. */
  unknownAeTitles: 'accept' | 'refuse'
  /** Where the archive keeps its files; null where that cannot be seen. */
  storageDir: string | null
  /** How fast sweeps go. */
  pace: Pace
}
