import { and, eq, isNotNull, isNull, lt, lte, ne, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import type { Db } from '../core/client.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labStaff, labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { released, stands } from '../studies/visible-reports.ts'
import { reportDispatches } from './dispatches.schema.ts'
import { reportVersions } from './report-versions.schema.ts'
import { downloads, reports, standingReports } from './reports.schema.ts'

/** The receivers of an earlier report: the account that took it, or the email address that it was sent to. */
export type Receiver = { userId: string } | { dispatchId: string }

/** The news that emails tell of a final report: that it is there, or that it was withdrawn. */
export type ReportNews = { reportId: string; isWithdrawal: boolean }

/** The news is still true: the report stands, or it was withdrawn and no report that stands has replaced it. */
const isNews = ({ reportId, isWithdrawal }: ReportNews): SQL | undefined => {
  const replaced = sql`exists (select 1 from ${standingReports} where ${standingReports.studyId} = ${reports.studyId} and ${released})`
  const withdrawn = and(
    isNotNull(reports.withdrawnAt),
    isNotNull(reports.releasedAt),
    eq(reports.status, 'finalized'),
    not(replaced),
  )
  return and(eq(reports.id, reportId), isNull(reports.deletedAt), isWithdrawal ? withdrawn : stands(released))
}

/** Returns the contents and the address of a laboratory's email about a report. Null if it wants none, has no address, or the news is out of date. */
export async function findNotice(db: Db, news: ReportNews) {
  const [row] = await db
    .select({
      studyId: studies.id,
      accessionNumber: studies.accessionNumber,
      labName: labs.name,
      email: labs.contactEmail,
      kind: reportVersions.kind,
    })
    .from(reports)
    .innerJoin(studies, eq(studies.id, reports.studyId))
    .innerJoin(labs, eq(labs.id, studies.labId))
    .leftJoin(reportVersions, eq(reportVersions.id, reports.versionId))
    .where(and(isNews(news), eq(labs.mailOnReport, true), eq(labs.isActive, true)))
  if (!row || row.email === null) return null
  return { ...row, email: row.email }
}

/** Can sign in, and sees the study still. */
const maySee = and(
  eq(users.isActive, true),
  sql`${users.deletedAt} is null`,
  sql`(${users.role} = 'admin'
    or exists (select 1 from ${labStaff} ls where ls.user_id = ${users.id} and ls.lab_id = ${studies.labId})
    or exists (select 1 from ${doctors} d where d.user_id = ${users.id} and d.id = any(${studies.doctorIds})))`,
)

const held = alias(reports, 'held')

/**
 * Returns everybody who has an earlier report of the study, or the withdrawn one, each once; of emails the first to an address. None if the news is out
 * of date.
 */
export async function listReceivers(db: Db, news: ReportNews, exceptUserId: string): Promise<Receiver[]> {
  const isOutdated = and(eq(held.studyId, reports.studyId), (news.isWithdrawal ? lte : lt)(held.version, reports.version))
  const takers = await db
    .selectDistinct({ userId: users.id })
    .from(reports)
    .innerJoin(held, isOutdated)
    .innerJoin(downloads, eq(downloads.reportId, held.id))
    .innerJoin(studies, eq(studies.id, reports.studyId))
    .innerJoin(users, eq(users.id, downloads.userId))
    .where(and(isNews(news), maySee, ne(users.id, exceptUserId)))
  const address = sql<string>`lower(${reportDispatches.email})`
  const sent = await db
    .selectDistinctOn([address], { dispatchId: reportDispatches.id })
    .from(reports)
    .innerJoin(held, isOutdated)
    .innerJoin(reportDispatches, eq(reportDispatches.reportId, held.id))
    .where(and(isNews(news), isNotNull(reportDispatches.mailedAt)))
    .orderBy(address, reportDispatches.dispatchedAt)
  return [...takers, ...sent]
}

/** Returns the contents and the address of an email to a receiver of an earlier report. Null if the news is out of date, or the receiver no longer sees it. */
export async function findAmendment(db: Db, news: ReportNews, receiver: Receiver) {
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
    .where(isNews(news))
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
