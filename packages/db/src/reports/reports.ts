import { and, desc, eq, gt, inArray, isNotNull, isNull, max, min, not, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import type { Caller } from '../core/actor.ts'
import type { Db, Tx } from '../core/client.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labStaff } from '../people/labs.schema.ts'
import { reportDrafts } from '../reading/reading.schema.ts'
import { type ReportsOf, released, shownTo, stands, visibleReports } from '../studies/visible-reports.ts'
import { reportVersions } from './report-versions.schema.ts'
import { downloads, reports, standingReports } from './reports.schema.ts'

export type ReportRow = typeof reports.$inferSelect
export type StandingReport = typeof standingReports.$inferSelect

/** Returns whether a report that was read counts: the rule of `standingReports`. */
export const isStanding = ({ withdrawnAt, deletedAt }: Pick<ReportRow, 'withdrawnAt' | 'deletedAt'>): boolean =>
  withdrawnAt === null && deletedAt === null

type NewReport = Omit<typeof reports.$inferInsert, 'version'>

/** The number of a study's newest downloads that are shown. */
const mostDownloads = 200

/** The doctor's account, beside the uploader's. */
const reporter = alias(users, 'reporter')

function selectReports(db: Db) {
  return db
    .select({
      report: reports,
      uploaderName: users.fullName,
      reporterName: reporter.fullName,
      signed: { kind: reportVersions.kind, meaning: reportVersions.meaning },
    })
    .from(reports)
    .leftJoin(reportVersions, eq(reportVersions.id, reports.versionId))
    .innerJoin(users, eq(users.id, reports.uploadedBy))
    .innerJoin(doctors, eq(doctors.id, reports.doctorId))
    .innerJoin(reporter, eq(reporter.id, doctors.userId))
}

export type ReportRecord = Awaited<ReturnType<typeof selectReports>>[number]

/** A study's reports that the caller may see, newest first. */
export async function listReports(db: Db, caller: Caller, of: ReportsOf): Promise<ReportRecord[]> {
  return selectReports(db).where(visibleReports(caller, of)).orderBy(desc(reports.version))
}

/** The reports of several studies that the caller may see, newest first: of their own ones, and of those that they read as priors alone. */
export async function listReportsOfStudies(
  db: Db,
  caller: Caller,
  { own, priors }: { own: readonly string[]; priors: readonly string[] },
): Promise<ReportRecord[]> {
  const ofOwn = and(inArray(reports.studyId, [...own]), shownTo(caller, false))
  const ofPriors = and(inArray(reports.studyId, [...priors]), shownTo(caller, true))
  return selectReports(db).where(or(ofOwn, ofPriors)).orderBy(desc(reports.uploadedAt), desc(reports.id))
}

/** The newest report of a study that was finalized and still counts, or null. */
export async function findFinalizedReport(db: Db, studyId: string): Promise<StandingReport | null> {
  const [row] = await db
    .select()
    .from(standingReports)
    .where(and(eq(standingReports.studyId, studyId), standingReports.isFinal))
    .orderBy(desc(standingReports.version))
    .limit(1)
  return row ?? null
}

/** Returns the id of a study's newest final report that counts and that nobody can recall, or null. */
export async function findReleasedReport(db: Db, studyId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: standingReports.id })
    .from(standingReports)
    .where(and(eq(standingReports.studyId, studyId), released))
    .orderBy(desc(standingReports.version))
    .limit(1)
  return row?.id ?? null
}

export async function findReport(db: Db, caller: Caller, of: ReportsOf, reportId: string): Promise<ReportRecord | null> {
  const [row] = await selectReports(db).where(and(visibleReports(caller, of), eq(reports.id, reportId)))
  return row ?? null
}

/** Stores a report as the study's next version. */
export async function insertReport(tx: Tx<'study'>, report: NewReport): Promise<ReportRow> {
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

/** Reports whether the study has a draft that somebody put away: a file, or a text. */
export async function hasDrafts(tx: Db, studyId: string): Promise<boolean> {
  const isDraft = and(eq(standingReports.studyId, studyId), not(standingReports.isFinal))
  if ((await tx.$count(standingReports, isDraft)) > 0) return true
  return (await tx.$count(reportDrafts, and(eq(reportDrafts.studyId, studyId), isNotNull(reportDrafts.draftedAt)))) > 0
}

/** Of all the study's reports, withdrawn and deleted ones included; 0 without any. */
export async function findNewestVersion(db: Db, studyId: string): Promise<number> {
  const [row] = await db
    .select({ version: max(reports.version) })
    .from(reports)
    .where(eq(reports.studyId, studyId))
  return row?.version ?? 0
}

/** Returns the reports after a version that were not deleted, withdrawn ones included. */
export async function listReportsAfter(tx: Tx<'study'>, { studyId, version }: Pick<ReportRow, 'studyId' | 'version'>) {
  return tx
    .select()
    .from(reports)
    .where(and(eq(reports.studyId, studyId), gt(reports.version, version), isNull(reports.deletedAt)))
}

const isLater = ({ studyId, version }: Pick<ReportRow, 'studyId' | 'version'>) =>
  and(eq(standingReports.studyId, studyId), gt(standingReports.version, version))

/** Reports whether the study has a report after this one that was neither withdrawn nor deleted. */
export async function hasLaterReport(tx: Db, { studyId, version }: Pick<ReportRow, 'studyId' | 'version'>): Promise<boolean> {
  return (await tx.$count(standingReports, isLater({ studyId, version }))) > 0
}

/** Reports whether a later finished report of the study was released before this one, and counts. */
export async function isReplaced(
  tx: Tx<'study'>,
  { studyId, version }: Pick<ReportRow, 'studyId' | 'version'>,
): Promise<boolean> {
  return (await tx.$count(standingReports, and(isLater({ studyId, version }), released))) > 0
}

/** Withdraws one report: it stays, and counts no longer. */
export async function withdrawReport(tx: Tx, reportId: string): Promise<void> {
  await tx.update(reports).set({ withdrawnAt: sql`now()` }).where(eq(reports.id, reportId))
}

const isHeldBack = not(standingReports.isReleased)

/** A report that can still be recalled, or whose time for that is over. `waitMs`: until then; not positive if it is over. */
export type HeldReport = { reportId: string; studyId: string; waitMs: number }

/** Returns the reports that are held back, except some, those first whose time for a recall ends first. */
export async function listHeldBack(
  db: Db,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<HeldReport[]> {
  return db
    .select({
      reportId: standingReports.id,
      studyId: standingReports.studyId,
      waitMs: sql`ceil(extract(epoch from ${standingReports.recallableUntil} - now()) * 1000)`.mapWith(Number),
    })
    .from(standingReports)
    .where(and(isHeldBack, isNotNull(standingReports.recallableUntil), notInArray(standingReports.id, [...except])))
    .orderBy(standingReports.recallableUntil)
    .limit(limit)
}

/** Returns the number of reports whose time for a recall was over a minute ago and that are still held back, and when that of the oldest was over. */
export async function countUnreleased(db: Db): Promise<{ reports: number; since: Date | null }> {
  const [row] = await db
    .select({ reports: sql`count(*)`.mapWith(Number), since: min(standingReports.recallableUntil) })
    .from(standingReports)
    .where(and(isHeldBack, sql`${standingReports.recallableUntil} < now() - interval '1 minute'`))
  return row ?? { reports: 0, since: null }
}

/** Releases a report that is held back. Returns it, or null if nothing held it back. */
export async function markReleased(tx: Tx<'study'>, reportId: string): Promise<ReportRow | null> {
  const [row] = await tx
    .update(reports)
    .set({ releasedAt: sql`now()` })
    .where(and(eq(reports.id, reportId), stands(isHeldBack)))
    .returning()
  return row ?? null
}

/** A study's finalized reports stay, and count no longer; neither does what was signed of it before as preliminary. */
export async function withdrawReports(tx: Db, studyId: string): Promise<void> {
  await tx
    .update(reports)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(reports.studyId, studyId), stands(sql`(${standingReports.isFinal} or ${standingReports.isSigned})`)))
}

/** Of a study that the caller sees: the reporting doctor learns who took the reports, laboratory staff only whom of theirs. */
function takenFor(caller: Caller) {
  const takers = {
    admin: sql`true`,
    doctor_account: sql`${reports.doctorId} = ${caller.doctorId}`,
    lab_staff: sql`${users.id} in (select ${labStaff.userId} from ${labStaff} where ${labStaff.labId} = ${caller.labId})`,
  } as const
  return takers[caller.role]
}

/** The downloads of a study's reports, newest first, as far as the caller may know. */
export async function listReportDownloads(db: Db, caller: Caller, studyId: string) {
  return db
    .select({ reportId: reports.id, userId: users.id, userName: users.fullName, at: downloads.at })
    .from(downloads)
    .innerJoin(reports, eq(reports.id, downloads.reportId))
    .innerJoin(users, eq(users.id, downloads.userId))
    .where(and(eq(downloads.studyId, studyId), takenFor(caller)))
    .orderBy(desc(downloads.at), desc(downloads.id))
    .limit(mostDownloads)
}
export type ReportDownload = Awaited<ReturnType<typeof listReportDownloads>>[number]

export async function recordDownload(tx: Db, download: typeof downloads.$inferInsert): Promise<void> {
  await tx.insert(downloads).values(download)
}
