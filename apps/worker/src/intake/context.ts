import type { Database } from '@readroom/db/client'
import type { Orthanc } from '@readroom/orthanc/client'
import type { Logger } from 'pino'

export type IntakeContext = {
  database: Database
  orthanc: Orthanc
  log: Logger
  /** Between two looks at the archive's change log. */
  pollMs: number
  /** Without a new image for so long, a study is complete. */
  settleSeconds: number
  /** Between two comparisons of the whole archive with the database. */
  sweepSeconds: number
}
