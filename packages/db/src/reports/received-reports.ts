import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Caller } from '../core/actor.ts'
import type { Db } from '../core/client.ts'
import { labs } from '../people/labs.schema.ts'
import { receivedReports } from './received-reports.schema.ts'

const most = 200

/**
 * Returns the messages and emails about a study's reports to laboratories, waiting ones too, newest first, at most 200. Laboratory staff see what their own systems have. Emails are for
 * administrators, because they name addresses. The caller has already been found to see the study. Downloads are in `listReportDownloads`.
 */
export async function listSent(db: Db, { role, labId }: Caller, studyId: string) {
  const isSeen = {
    admin: undefined,
    doctor_account: ne(receivedReports.way, 'mail'),
    lab_staff: and(ne(receivedReports.way, 'mail'), eq(receivedReports.labId, labId ?? sql`null`)),
  }[role]
  const { reportId, way, receiver, isWithdrawal, isQueued, at, answer } = receivedReports
  return db
    .selectDistinct({ reportId, way, receiver, isWithdrawal, isQueued, at, answer, laboratory: labs.name })
    .from(receivedReports)
    .innerJoin(labs, eq(labs.id, receivedReports.labId))
    .where(and(eq(receivedReports.studyId, studyId), ne(receivedReports.way, 'download'), isSeen))
    .orderBy(desc(receivedReports.at))
    .limit(most)
}
export type SentReport = Awaited<ReturnType<typeof listSent>>[number]
