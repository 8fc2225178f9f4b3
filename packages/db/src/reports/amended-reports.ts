import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import type { Caller } from '../core/actor.ts'
import type { Db } from '../core/client.ts'
import { studies } from '../studies/studies.schema.ts'
import { visibleStudies } from '../studies/visibility.ts'
import { released } from '../studies/visible-reports.ts'
import { receivedReports } from './received-reports.schema.ts'
import { reportVersions } from './report-versions.schema.ts'
import { standingReports } from './reports.schema.ts'

const most = 50

/**
 * Released corrections and addenda of the last thirty days, each the newest finished report of its study, which nobody of a laboratory has
 * taken; the newest first, at most 50.
 */
export async function listAmendedReports(db: Db, caller: Caller) {
  const { patientName, patientId, accessionNumber, description } = studies
  const { kind, reason, signedAt } = reportVersions
  return db
    .select({
      studyId: studies.id,
      reportId: standingReports.id,
      patientName,
      patientId,
      accessionNumber,
      description,
      kind,
      reason,
      signedAt,
      signedBy: users.fullName,
    })
    .from(reportVersions)
    .innerJoin(standingReports, eq(standingReports.versionId, reportVersions.id))
    .innerJoin(studies, eq(studies.id, standingReports.studyId))
    .innerJoin(users, eq(users.id, reportVersions.signedBy))
    .where(
      and(
        ne(kind, 'original'),
        gt(signedAt, sql`now() - interval '30 days'`),
        released,
        visibleStudies(caller),
        sql`not exists (select 1 from ${standingReports} later where later.study_id = ${studies.id} and later.version > ${standingReports.version}
          and later.is_final and later.is_released)`,
        sql`not exists (select 1 from ${receivedReports} where ${receivedReports.reportId} = ${standingReports.id} and ${receivedReports.way} = 'download')`,
      ),
    )
    .orderBy(desc(signedAt), desc(standingReports.id))
    .limit(most)
}
