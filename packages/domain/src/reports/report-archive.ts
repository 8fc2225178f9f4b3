import type { Tx } from '@readroom/db/core/client'
import {
  findArchiving,
  findStandingVersion,
  keepArchivedSeries,
  type StandingVersion,
} from '@readroom/db/reports/archived-reports'
import { emitJob } from '../core/outbox.ts'

/** The target state of the image archive for a study's report: the document of the newest standing version and its measurements, or neither. */
export type Archiving = {
  orthancId: string
  studyInstanceUid: string
  series: { document: string; measurements: string }
  document: StandingVersion | null
  measurements: StandingVersion | null
}

const hasAnnotations = (version: StandingVersion | null) => (version?.snapshot.annotations ?? []).length > 0

/**
 * A report's documents are others now, or its laboratory is: so is the archive's copy, if the laboratory wants one, if there are measurements, or if
 * something was sent before.
 */
export async function requestArchiving(tx: Tx, studyId: string): Promise<void> {
  const found = await findArchiving(tx, studyId)
  if (!found) return
  const standing = await findStandingVersion(tx, studyId)
  const isWanted = standing !== null && (found.isWanted || hasAnnotations(standing))
  if (isWanted || found.seriesInstanceUid !== null) await emitJob(tx, 'report.archive', { studyId })
}

/**
 * Returns the target state of the image archive. Records the series before anything is sent under them: `newSeries`, if there were none. Null if
 * there is nothing to do, or not yet.
 */
export async function planArchiving(
  tx: Tx,
  { studyId, newSeries }: { studyId: string; newSeries: Archiving['series'] },
): Promise<Archiving | null> {
  const found = await findArchiving(tx, studyId)
  if (!found?.isThere) return null
  const { orthancId, studyInstanceUid, isWanted } = found
  const standing = await findStandingVersion(tx, studyId)
  const document = isWanted ? standing : null
  const measurements = hasAnnotations(standing) ? standing : null
  // It is announced once more when the PDF is there.
  if (document && document.sha256 === null) return null
  if (!document && !measurements && found.seriesInstanceUid === null) return null
  const series = await keepArchivedSeries(tx, studyId, newSeries)
  return { orthancId, studyInstanceUid, series, document, measurements }
}
