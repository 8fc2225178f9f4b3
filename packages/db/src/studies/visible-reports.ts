import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { labs } from '../access/accounts.schema.ts'
import type { Caller } from '../core/actor.ts'
import { reports } from '../reports/reports.schema.ts'
import { studies } from './studies.schema.ts'

/** Reports that were finalized and still count. */
export const standing = and(isNull(reports.deletedAt), isNull(reports.withdrawnAt), eq(reports.status, 'finalized'))

/** Reports that count and that their signer can no longer recall: what leaves the reading room. */
export const released = and(standing, isNotNull(reports.releasedAt))

/** The study of the reports, and whether it is read as a prior alone. */
export type ReportsOf = { studyId: string; isPrior: boolean }

/** Signed early results of a laboratory that wants to read them. */
const visiblePreliminary = and(
  isNull(reports.deletedAt),
  isNull(reports.withdrawnAt),
  isNotNull(reports.versionId),
  isNotNull(reports.releasedAt),
  sql`exists (select 1 from ${studies} s join ${labs} l on l.id = s.lab_id where s.id = ${reports.studyId} and l.preliminary_visible)`,
)

/**
 * Laboratory staff never see drafts, nor reports that were withdrawn or can be recalled, and preliminary ones by a rule; of a prior everybody sees what is
 * finished and released.
 */
export function shownTo(caller: Pick<Caller, 'role'>, isPrior: boolean) {
  if (isPrior) return released
  return caller.role === 'lab_staff' ? or(released, visiblePreliminary) : isNull(reports.deletedAt)
}
/** The study's reports that the caller may see. */
export const visibleReports = (caller: Pick<Caller, 'role'>, { studyId, isPrior }: ReportsOf) =>
  and(eq(reports.studyId, studyId), shownTo(caller, isPrior))
