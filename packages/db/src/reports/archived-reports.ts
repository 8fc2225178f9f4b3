import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { released } from '../studies/visible-reports.ts'
import { reportVersions } from './report-versions.schema.ts'
import { archivedReports, standingReports } from './reports.schema.ts'

/** UIDs of the series under which a study's report is in the archive. */
export type ArchivedSeries = { document: string; measurements: string | null }

/** The series under which a study's report is in the archive, by the study's Orthanc id; null if none was ever sent. */
export async function findArchivedSeries(db: Db, orthancId: string): Promise<ArchivedSeries | null> {
  const [row] = await db
    .select({ document: archivedReports.seriesInstanceUid, measurements: archivedReports.measurementsSeriesUid })
    .from(archivedReports)
    .innerJoin(studies, eq(studies.id, archivedReports.studyId))
    .where(eq(studies.orthancId, orthancId))
  return row ?? null
}

/** Those of these studies, by their Orthanc ids, to which a report was ever sent. */
export async function listStudiesWithReports(db: Db, orthancIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { orthancId } = studies
  const rows = await db
    .select({ orthancId })
    .from(archivedReports)
    .innerJoin(studies, eq(studies.id, archivedReports.studyId))
    .where(inArray(orthancId, [...orthancIds]))
  return new Set(rows.map((row) => row.orthancId))
}

/** Those of these series that hold reports of ours, or their measurements. */
export async function listReportSeries(db: Db, uids: readonly string[]): Promise<ReadonlySet<string>> {
  const { seriesInstanceUid, measurementsSeriesUid } = archivedReports
  const rows = await db
    .select({ document: seriesInstanceUid, measurements: measurementsSeriesUid })
    .from(archivedReports)
    .where(or(inArray(seriesInstanceUid, [...uids]), inArray(measurementsSeriesUid, [...uids])))
  return new Set(rows.flatMap(({ document, measurements }) => [document, measurements ?? []].flat()))
}

/** Returns the place of a study's report in the image archive, and whether its laboratory wants it there. Null if there is no such study. */
export async function findArchiving(db: Db, studyId: string) {
  const [row] = await db
    .select({
      orthancId: studies.orthancId,
      studyInstanceUid: studies.studyInstanceUid,
      isThere: isNotNull(studies.imagesMissingAt).mapWith((missing: boolean) => !missing),
      isWanted: labs.archiveReports,
      seriesInstanceUid: archivedReports.seriesInstanceUid,
    })
    .from(studies)
    .leftJoin(labs, eq(labs.id, studies.labId))
    .leftJoin(archivedReports, eq(archivedReports.studyId, studies.id))
    .where(eq(studies.id, studyId))
  return row ?? null
}

/** Returns the UIDs that stand: those that were stored first. */
export async function keepArchivedSeries(
  tx: Tx,
  studyId: string,
  { document, measurements }: { document: string; measurements: string },
): Promise<{ document: string; measurements: string }> {
  await tx
    .insert(archivedReports)
    .values({ studyId, seriesInstanceUid: document, measurementsSeriesUid: measurements })
    .onConflictDoUpdate({
      target: archivedReports.studyId,
      set: { measurementsSeriesUid: sql`coalesce(${archivedReports.measurementsSeriesUid}, excluded.measurements_series_uid)` },
    })
  const [row] = await tx.select().from(archivedReports).where(eq(archivedReports.studyId, studyId))
  if (!row?.measurementsSeriesUid) throw new Error('the series were not stored')
  return { document: row.seriesInstanceUid, measurements: row.measurementsSeriesUid }
}

/** The newest signed report of a study that is final and stands; its PDF may still be being made. Null if there is none. */
export async function findStandingVersion(db: Db, studyId: string) {
  const [row] = await db
    .select({
      versionId: reportVersions.id,
      reportId: standingReports.id,
      number: standingReports.version,
      kind: reportVersions.kind,
      signedAt: reportVersions.signedAt,
      signedBy: reportVersions.signedBy,
      snapshot: reportVersions.snapshot,
      objectKey: standingReports.objectKey,
      sha256: standingReports.sha256,
    })
    .from(standingReports)
    .innerJoin(reportVersions, eq(reportVersions.id, standingReports.versionId))
    .where(and(eq(standingReports.studyId, studyId), released))
    .orderBy(desc(standingReports.version))
    .limit(1)
  return row ?? null
}
export type StandingVersion = NonNullable<Awaited<ReturnType<typeof findStandingVersion>>>
