import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db, Tx } from '../client.ts'
import { labs } from '../schema/accounts.ts'
import { reportVersions } from '../schema/reading.ts'
import { archivedReports, reports } from '../schema/reports.ts'
import { studies } from '../schema/studies.ts'
import { released } from './reports.ts'

/** The UID of the series under which a study's report is in the archive, by the study's Orthanc id; null where none was ever sent. */
export async function findReportSeries(db: Db, orthancId: string): Promise<string | null> {
  const [row] = await db
    .select({ uid: archivedReports.seriesInstanceUid })
    .from(archivedReports)
    .innerJoin(studies, eq(studies.id, archivedReports.studyId))
    .where(eq(studies.orthancId, orthancId))
  return row?.uid ?? null
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

/** Those of these series that hold reports of ours. */
export async function listReportSeries(db: Db, uids: readonly string[]): Promise<ReadonlySet<string>> {
  const { seriesInstanceUid } = archivedReports
  const rows = await db
    .select({ uid: seriesInstanceUid })
    .from(archivedReports)
    .where(inArray(seriesInstanceUid, [...uids]))
  return new Set(rows.map(({ uid }) => uid))
}

/** Where a study's report goes in the archive, and whether its laboratory wants it there. Null where there is no such study. */
export async function findArchiving(db: Db, studyId: string) {
  const [row] = await db
    .select({
      orthancId: studies.orthancId,
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

/** Answers the UID that stands: that of whoever was first. */
export async function keepReportSeries(tx: Tx, studyId: string, seriesInstanceUid: string): Promise<string> {
  await tx.insert(archivedReports).values({ studyId, seriesInstanceUid }).onConflictDoNothing()
  const [row] = await tx
    .select({ uid: archivedReports.seriesInstanceUid })
    .from(archivedReports)
    .where(eq(archivedReports.studyId, studyId))
  if (!row) throw new Error('the series was not stored')
  return row.uid
}

/** The newest signed report of a study that is final and stands; its PDF may still be being made. Null where there is none. */
export async function findStandingVersion(db: Db, studyId: string) {
  const [row] = await db
    .select({
      versionId: reportVersions.id,
      number: reportVersions.number,
      kind: reportVersions.kind,
      signedAt: reportVersions.signedAt,
      objectKey: reports.objectKey,
      sha256: reports.sha256,
    })
    .from(reports)
    .innerJoin(reportVersions, eq(reportVersions.id, reports.versionId))
    .where(and(eq(reports.studyId, studyId), released))
    .orderBy(desc(reportVersions.number))
    .limit(1)
  return row ?? null
}
export type StandingVersion = NonNullable<Awaited<ReturnType<typeof findStandingVersion>>>
