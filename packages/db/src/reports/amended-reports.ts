import { and, desc, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import type { Caller } from '../core/actor.ts'
import type { Db } from '../core/client.ts'
import { reportVersions } from '../reading/reading.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { visibleStudies } from '../studies/visibility.ts'
import { downloads, reports } from './reports.schema.ts'

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
      reportId: reports.id,
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
    .innerJoin(reports, eq(reports.versionId, reportVersions.id))
    .innerJoin(studies, eq(studies.id, reports.studyId))
    .innerJoin(users, eq(users.id, reportVersions.signedBy))
    .where(
      and(
        ne(kind, 'original'),
        eq(reportVersions.meaning, 'final'),
        gt(signedAt, sql`now() - interval '30 days'`),
        isNull(reports.withdrawnAt),
        isNull(reports.deletedAt),
        isNotNull(reports.releasedAt),
        visibleStudies(caller),
        sql`not exists (select 1 from ${reports} later where later.study_id = ${studies.id} and later.version > ${reports.version}
          and later.status = 'finalized' and later.released_at is not null and later.withdrawn_at is null and later.deleted_at is null)`,
        sql`not exists (select 1 from ${downloads} d join ${users} taker on taker.id = d.user_id
          where d.report_id = ${reports.id} and taker.role = 'lab_staff')`,
      ),
    )
    .orderBy(desc(signedAt), desc(reports.id))
    .limit(most)
}
