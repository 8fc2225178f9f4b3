import { and, eq, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { doctors, labStaff, labs, users } from '../access/accounts.schema.ts'
import type { Db } from '../core/client.ts'
import { reportVersions } from '../reading/reading.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { released } from '../studies/visible-reports.ts'
import { reportDispatches } from './dispatches.schema.ts'
import { downloads, reports, standingReports } from './reports.schema.ts'

/** The receivers of an earlier report: the account that took it, or the email address that it was sent to. */
export type Receiver = { userId: string } | { dispatchId: string }

/** A standing final report. */
const finalReport = (reportId: string) => and(eq(standingReports.id, reportId), released)

/** Reports of the same study before a standing one. */
const before = and(eq(reports.studyId, standingReports.studyId), lt(reports.version, standingReports.version))

/** Can sign in, and sees the study still. */
const maySee = and(
  eq(users.isActive, true),
  sql`${users.deletedAt} is null`,
  sql`(${users.role} = 'admin'
    or exists (select 1 from ${labStaff} ls where ls.user_id = ${users.id} and ls.lab_id = ${studies.labId})
    or exists (select 1 from ${doctors} d where d.user_id = ${users.id} and d.id = any(${studies.doctorIds})))`,
)

/** Everybody who has an earlier report of the study, each once; of mails the first to an address. None if the report is not final, or stands no longer. */
export async function listReceivers(db: Db, reportId: string, exceptUserId: string): Promise<Receiver[]> {
  const takers = await db
    .selectDistinct({ userId: users.id })
    .from(standingReports)
    .innerJoin(reports, before)
    .innerJoin(downloads, eq(downloads.reportId, reports.id))
    .innerJoin(studies, eq(studies.id, standingReports.studyId))
    .innerJoin(users, eq(users.id, downloads.userId))
    .where(and(finalReport(reportId), maySee, ne(users.id, exceptUserId)))
  const address = sql<string>`lower(${reportDispatches.email})`
  const sent = await db
    .selectDistinctOn([address], { dispatchId: reportDispatches.id })
    .from(standingReports)
    .innerJoin(reports, before)
    .innerJoin(reportDispatches, eq(reportDispatches.reportId, reports.id))
    .where(and(finalReport(reportId), isNotNull(reportDispatches.mailedAt)))
    .orderBy(address, reportDispatches.dispatchedAt)
  return [...takers, ...sent]
}

/** Returns the contents and the address of a notice about a report. Null if the report no longer stands, or the receiver no longer sees it. */
export async function findAmendment(db: Db, reportId: string, receiver: Receiver) {
  const [row] = await db
    .select({
      studyId: studies.id,
      accessionNumber: studies.accessionNumber,
      labName: labs.name,
      kind: reportVersions.kind,
    })
    .from(standingReports)
    .innerJoin(studies, eq(studies.id, standingReports.studyId))
    .innerJoin(labs, eq(labs.id, studies.labId))
    .leftJoin(reportVersions, eq(reportVersions.id, standingReports.versionId))
    .where(finalReport(reportId))
  if (!row) return null
  const to = 'userId' in receiver ? await findTaker(db, row.studyId, receiver.userId) : await findSentTo(db, receiver.dispatchId)
  return to && { ...row, ...to }
}

async function findTaker(db: Db, studyId: string, userId: string) {
  const [row] = await db
    .select({ email: users.email, fullName: users.fullName })
    .from(users)
    .innerJoin(studies, eq(studies.id, studyId))
    .where(and(eq(users.id, userId), maySee))
  return row ?? null
}

async function findSentTo(db: Db, dispatchId: string) {
  const { email, recipientName, id } = reportDispatches
  const [row] = await db.select({ email, fullName: recipientName }).from(reportDispatches).where(eq(id, dispatchId))
  return row ?? null
}
