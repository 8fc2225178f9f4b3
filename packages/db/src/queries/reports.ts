import { and, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Actor } from '../actor.ts'
import type { Db } from '../client.ts'
import { doctors, users } from '../schema/accounts.ts'
import { downloads, reports } from '../schema/studies.ts'

type Viewer = Pick<Actor, 'role'>
export type ReportRow = typeof reports.$inferSelect
type NewReport = Omit<typeof reports.$inferInsert, 'version'>

/** The doctor's account, beside the uploader's. */
const reporter = alias(users, 'reporter')

/** Reports that were finalized and still count. */
const standing = and(isNull(reports.deletedAt), isNull(reports.withdrawnAt), eq(reports.status, 'finalized'))

/** Laboratory staff never see drafts, nor reports that were withdrawn. */
const visible = (viewer: Viewer) => (viewer.role === 'lab_staff' ? standing : isNull(reports.deletedAt))

function selectReports(db: Db) {
  return db
    .select({ report: reports, uploaderName: users.fullName, reporterName: reporter.fullName })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.uploadedBy))
    .innerJoin(doctors, eq(doctors.id, reports.doctorId))
    .innerJoin(reporter, eq(reporter.id, doctors.userId))
}

export type ReportRecord = Awaited<ReturnType<typeof selectReports>>[number]

/** A study's reports that the viewer may see, newest first. */
export async function listReports(db: Db, viewer: Viewer, studyId: string): Promise<ReportRecord[]> {
  return selectReports(db)
    .where(and(eq(reports.studyId, studyId), visible(viewer)))
    .orderBy(desc(reports.version))
}

/** The reports of several studies that the viewer may see, newest first. */
export async function listReportsOfStudies(db: Db, viewer: Viewer, studyIds: readonly string[]): Promise<ReportRecord[]> {
  return selectReports(db)
    .where(and(inArray(reports.studyId, [...studyIds]), visible(viewer)))
    .orderBy(desc(reports.uploadedAt), desc(reports.id))
}

/** The newest report of a study that was finalized and still counts, or null. */
export async function findFinalizedReport(db: Db, studyId: string): Promise<ReportRow | null> {
  const [row] = await db
    .select()
    .from(reports)
    .where(and(eq(reports.studyId, studyId), standing))
    .orderBy(desc(reports.version))
    .limit(1)
  return row ?? null
}

export async function findReport(db: Db, viewer: Viewer, studyId: string, reportId: string): Promise<ReportRecord | null> {
  const [row] = await selectReports(db).where(and(eq(reports.studyId, studyId), eq(reports.id, reportId), visible(viewer)))
  return row ?? null
}

/** Stores a report as the study's next version. The study's row must be locked. */
export async function insertReport(tx: Db, report: NewReport): Promise<ReportRow> {
  const version = (await findNewestVersion(tx, report.studyId)) + 1
  const [row] = await tx
    .insert(reports)
    .values({ ...report, version })
    .returning()
  if (!row) throw new Error('the report was not stored')
  return row
}

export async function markReportDeleted(tx: Db, reportId: string): Promise<void> {
  await tx.update(reports).set({ deletedAt: sql`now()` }).where(eq(reports.id, reportId))
}

export async function countDrafts(tx: Db, studyId: string): Promise<number> {
  const isDraft = and(eq(reports.studyId, studyId), isNull(reports.deletedAt), eq(reports.status, 'draft'))
  return tx.$count(reports, isDraft)
}

/** Of all the study's reports, withdrawn and deleted ones included; 0 without any. */
export async function findNewestVersion(db: Db, studyId: string, status?: ReportRow['status']): Promise<number> {
  const [row] = await db
    .select({ version: max(reports.version) })
    .from(reports)
    .where(and(eq(reports.studyId, studyId), status && eq(reports.status, status)))
  return row?.version ?? 0
}

/** A study's finalized reports stay, and count no longer. */
export async function withdrawReports(tx: Db, studyId: string): Promise<void> {
  await tx
    .update(reports)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(reports.studyId, studyId), standing))
}

export async function recordDownload(tx: Db, download: typeof downloads.$inferInsert): Promise<void> {
  await tx.insert(downloads).values(download)
}
