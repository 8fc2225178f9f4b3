import { and, desc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import type { Actor } from '../core/actor.ts'
import { auditLog } from '../core/audit.schema.ts'
import type { Db, Tx } from '../core/client.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { type ReportsOf, stands, visibleReports } from '../studies/visible-reports.ts'
import { reportVersions } from './report-versions.schema.ts'
import { reports, reportWordDocuments, standingReports } from './reports.schema.ts'

export type VersionRow = typeof reportVersions.$inferSelect
export type NewVersion = Omit<typeof reportVersions.$inferInsert, 'id'>

const signer = alias(users, 'signer')

/** Whole seconds by the database's clock; null once the report is released or withdrawn. */
const recallSeconds = sql<number | null>`case when ${stands(sql`not ${standingReports.isReleased}`)}
  then greatest(0, floor(extract(epoch from ${reports.recallableUntil} - now())))::int end`

function selectVersions(db: Db) {
  return db
    .select({ version: reportVersions, report: reports, signedBy: signer.fullName, recallSeconds })
    .from(reportVersions)
    .innerJoin(reports, eq(reports.versionId, reportVersions.id))
    .innerJoin(signer, eq(signer.id, reportVersions.signedBy))
}
export type VersionRecord = Awaited<ReturnType<typeof selectVersions>>[number]

/** The signed reports of a study, newest first, as far as the caller may see its reports. */
export async function listVersions(db: Db, caller: Pick<Actor, 'role'>, of: ReportsOf): Promise<VersionRecord[]> {
  return selectVersions(db).where(visibleReports(caller, of)).orderBy(desc(reports.version))
}

/** Returns a version by its id, without a check of who may see it. */
export async function findVersion(db: Db, versionId: string): Promise<VersionRecord | null> {
  const [row] = await selectVersions(db).where(eq(reportVersions.id, versionId))
  return row ?? null
}

/** Everything that was signed of a study, oldest first: what its chain is checked by. */
export async function listChain(db: Db, studyId: string): Promise<VersionRow[]> {
  return db.select().from(reportVersions).where(eq(reportVersions.studyId, studyId)).orderBy(reportVersions.number)
}

/** The hashes that the audit log has of a study's signatures and uploads, oldest first. */
export async function listSignedHashes(db: Db, studyId: string): Promise<string[]> {
  const hash = sql<string>`${auditLog.details} ->> 'hash'`
  const isOfReport = inArray(auditLog.action, ['report.signed', 'report.finalized', 'report.draft'])
  const isOfStudy = and(eq(auditLog.targetType, 'study'), eq(auditLog.targetId, studyId))
  const rows = await db
    .select({ hash })
    .from(auditLog)
    .where(and(isOfStudy, isOfReport, isNotNull(hash)))
    .orderBy(auditLog.id)
  return rows.map(({ hash }) => hash)
}

/** A version's document, and what is printed in it: the version and those before it that stand, oldest first. Null if there is no such version. */
export async function findPrinted(
  db: Db,
  versionId: string,
): Promise<{ report: VersionRecord['report']; chain: VersionRow[] } | null> {
  const found = await findVersion(db, versionId)
  if (!found) return null
  const { studyId, number } = found.version
  const isStanding = or(stands(sql`true`), eq(reportVersions.id, versionId))
  const rows = await selectVersions(db)
    .where(and(eq(reportVersions.studyId, studyId), lte(reportVersions.number, number), isStanding))
    .orderBy(reportVersions.number)
  return { report: found.report, chain: rows.map(({ version }) => version) }
}

/** Returns what was signed of a study and stands, oldest first. */
export async function listStandingVersions(db: Db, studyId: string): Promise<VersionRow[]> {
  const rows = await selectVersions(db)
    .where(and(eq(reportVersions.studyId, studyId), stands(sql`true`)))
    .orderBy(reportVersions.number)
  return rows.map(({ version }) => version)
}

/** A file in storage. `sha256` in hexadecimal. */
type MadeFile = { objectKey: string; sizeBytes: number; sha256: string }

/** The PDF of a signed report is in storage. Returns false if one was before. */
export async function storePdf(tx: Tx, reportId: string, pdf: MadeFile): Promise<boolean> {
  const made = await tx
    .update(reports)
    .set(pdf)
    .where(and(eq(reports.id, reportId), isNull(reports.sha256)))
    .returning({ id: reports.id })
  return made.length > 0
}

/** The Word document of a signed report is in storage; nothing if one was before. */
export async function storeWord(db: Db, reportId: string, word: MadeFile): Promise<void> {
  await db
    .insert(reportWordDocuments)
    .values({ reportId, ...word })
    .onConflictDoNothing()
}

/** The Word document of a signed report, or null. */
export async function findWordDocument(db: Db, reportId: string) {
  const [row] = await db.select().from(reportWordDocuments).where(eq(reportWordDocuments.reportId, reportId))
  return row ?? null
}

/** The version that a request has signed, or null. */
export async function findSignedBy(
  tx: Tx,
  { requestId, userId }: { requestId: string; userId: string },
): Promise<{ id: string; studyId: string } | null> {
  const [row] = await tx
    .select({ id: reportVersions.id, studyId: reportVersions.studyId })
    .from(reportVersions)
    .where(and(eq(reportVersions.requestId, requestId), eq(reportVersions.signedBy, userId)))
  return row ?? null
}

export async function insertVersion(tx: Tx, version: NewVersion): Promise<VersionRow> {
  const [row] = await tx.insert(reportVersions).values(version).returning()
  if (!row) throw new Error('the version was not stored')
  return row
}

/** The laboratory of a report, and its signer. */
export async function readSigningFacts(tx: Tx, { studyId, doctorId }: { studyId: string; doctorId: string }) {
  const [row] = await tx
    .select({
      lab: {
        name: labs.name,
        address: labs.address,
        phone: labs.contactPhone,
        email: labs.contactEmail,
        everySeriesDisplayed: labs.everySeriesDisplayed,
      },
      signer: { name: users.fullName, specialization: doctors.specialization, signatureKey: doctors.signatureKey },
      /** The database's clock, to the millisecond, as it is stored. */
      now: sql<Date>`date_trunc('milliseconds', now())`.mapWith(reportVersions.signedAt),
    })
    .from(studies)
    .leftJoin(labs, eq(labs.id, studies.labId))
    .innerJoin(doctors, eq(doctors.id, doctorId))
    .innerJoin(users, eq(users.id, doctors.userId))
    .where(eq(studies.id, studyId))
  if (!row) throw new Error('the study was not there')
  return row
}
export type SigningFacts = Awaited<ReturnType<typeof readSigningFacts>>
