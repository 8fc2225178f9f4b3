import type { Tx } from '@readroom/db/client'
import { findArchiving, findStandingVersion, keepReportSeries, type StandingVersion } from '@readroom/db/queries/archived-reports'
import { emitJob } from './outbox.ts'

/** What the archive should hold of a study's report: one document, the newest that stands, or none. */
export type Archiving = { orthancId: string; seriesInstanceUid: string; version: StandingVersion | null }

/** A report's documents are others now: so is the archive's copy, where the laboratory wants one, or one was sent before. */
export async function requestArchiving(tx: Tx, studyId: string): Promise<void> {
  const found = await findArchiving(tx, studyId)
  if (found?.isWanted || found?.seriesInstanceUid) await emitJob(tx, 'report.archive', { studyId })
}

/**
 * What the archive should hold now. Its series is recorded before anything is sent under it: `newSeriesUid`, where there was none. Null where there is
 * nothing to do, or not yet.
 */
export async function planArchiving(
  tx: Tx,
  { studyId, newSeriesUid }: { studyId: string; newSeriesUid: string },
): Promise<Archiving | null> {
  const found = await findArchiving(tx, studyId)
  if (!found?.isThere) return null
  const { orthancId, isWanted } = found
  const version = isWanted ? await findStandingVersion(tx, studyId) : null
  // It is announced once more when the PDF is there.
  if (version && version.sha256 === null) return null
  if (!version && found.seriesInstanceUid === null) return null
  const seriesInstanceUid = found.seriesInstanceUid ?? (await keepReportSeries(tx, studyId, newSeriesUid))
  return { orthancId, seriesInstanceUid, version }
}
