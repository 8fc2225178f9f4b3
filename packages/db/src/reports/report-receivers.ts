import { and, eq, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { doctors, labStaff, labs, users } from '../access/accounts.schema.ts'
import type { Db } from '../core/client.ts'
import { reportVersions } from '../reading/reading.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { released } from '../studies/visible-reports.ts'
import { reportDispatches } from './dispatches.schema.ts'
import { downloads, reports } from './reports.schema.ts'

/** The receivers of an earlier report: the account that took it, or the email address that it was sent to. */
export type Receiver = { userId: string } | { dispatchId: string }

const earlier = alias(reports, 'earlier')

/** Reports of the same study before a standing final one. */
const beforeReport = (reportId: string) =>
  and(eq(reports.id, reportId), released, eq(earlier.studyId, reports.studyId), lt(earlier.version, reports.version))

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
    .from(reports)
    .innerJoin(earlier, beforeReport(reportId))
    .innerJoin(downloads, eq(downloads.reportId, earlier.id))
    .innerJoin(studies, eq(studies.id, reports.studyId))
    .innerJoin(users, eq(users.id, downloads.userId))
    .where(and(maySee, ne(users.id, exceptUserId)))
  const address = sql<string>`lower(${reportDispatches.email})`
  const sent = await db
    .selectDistinctOn([address], { dispatchId: reportDispatches.id })
    .from(reports)
    .innerJoin(earlier, beforeReport(reportId))
    .innerJoin(reportDispatches, eq(reportDispatches.reportId, earlier.id))
    .where(isNotNull(reportDispatches.mailedAt))
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
    .from(reports)
    .innerJoin(studies, eq(studies.id, reports.studyId))
    .innerJoin(labs, eq(labs.id, studies.labId))
    .leftJoin(reportVersions, eq(reportVersions.id, reports.versionId))
    .where(and(eq(reports.id, reportId), released))
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
