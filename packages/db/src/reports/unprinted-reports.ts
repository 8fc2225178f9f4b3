import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import type { Actor } from '../core/actor.ts'
import type { Db } from '../core/client.ts'
import { deadLetters } from '../operations/dead-letters.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { reportVersions } from './report-versions.schema.ts'
import { standingReports } from './reports.schema.ts'

const most = 50

/**
 * Returns signed reports without a PDF, newest first, at most 50: those whose printing failed for good, or that have waited for five minutes. A signer's own;
 * of everybody for administrators.
 */
export async function listUnprintedReports(db: Db, { role, userId }: Pick<Actor, 'role' | 'userId'>) {
  const { patientName, patientId, accessionNumber, description } = studies
  const hasFailed = sql`exists (select 1 from ${deadLetters} where ${deadLetters.name} = 'report.render'
    and ${deadLetters.payload} ->> 'versionId' = ${reportVersions.id}::text)`
  const hasWaited = sql`${reportVersions.signedAt} < now() - interval '5 minutes'`
  return db
    .select({
      studyId: studies.id,
      reportId: standingReports.id,
      patientName,
      patientId,
      accessionNumber,
      description,
      signedAt: reportVersions.signedAt,
      signedBy: users.fullName,
    })
    .from(standingReports)
    .innerJoin(reportVersions, eq(reportVersions.id, standingReports.versionId))
    .innerJoin(studies, eq(studies.id, standingReports.studyId))
    .innerJoin(users, eq(users.id, reportVersions.signedBy))
    .where(
      and(
        isNull(standingReports.sha256),
        role === 'admin' ? undefined : eq(reportVersions.signedBy, userId),
        or(hasFailed, hasWaited),
      ),
    )
    .orderBy(desc(reportVersions.signedAt), desc(standingReports.id))
    .limit(most)
}
