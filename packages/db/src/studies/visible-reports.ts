import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../core/actor.ts'
import { labs } from '../people/labs.schema.ts'
import { reports, standingReports } from '../reports/reports.schema.ts'
import { studies } from './studies.schema.ts'

/** A standing report that is final and can no longer be recalled: what leaves the reading room. */
export const released = sql`(${standingReports.isFinal} and ${standingReports.isReleased})`

/** A standing report that its laboratory reads: final, or a signed early result if it wants those. */
const readByLab = sql`(${standingReports.isReleased} and (${standingReports.isFinal} or (${standingReports.isSigned} and exists (
  select 1 from ${studies} s join ${labs} l on l.id = s.lab_id where s.id = ${standingReports.studyId} and l.preliminary_visible))))`

/** The row of `reports` was withdrawn after its laboratory could read it, or its systems could have it. */
export const withdrawnFromLab = sql`(${reports.withdrawnAt} is not null and ${reports.releasedAt} is not null and ${reports.deletedAt} is null
  and (${reports.status} = 'finalized' or (${reports.versionId} is not null and exists (
    select 1 from ${studies} s join ${labs} l on l.id = s.lab_id where s.id = ${reports.studyId} and l.preliminary_visible))))`

/** The study of the reports, and whether it is read as a prior alone. */
export type ReportsOf = { studyId: string; isPrior: boolean }

/** The row of `reports` is a standing one for which the condition is true. */
export const stands = (condition: SQL): SQL =>
  sql`exists (select 1 from ${standingReports} where ${standingReports.id} = ${reports.id} and ${condition})`

/**
 * Laboratory staff never see drafts, nor reports that were withdrawn or can be recalled, and preliminary ones by a rule; of a prior everybody sees what is
 * finished and released.
 */
export function shownTo(caller: Pick<Caller, 'role'>, isPrior: boolean): SQL {
  if (isPrior) return stands(released)
  return caller.role === 'lab_staff' ? stands(readByLab) : isNull(reports.deletedAt)
}
/** The study's reports that the caller may see. */
export const visibleReports = (caller: Pick<Caller, 'role'>, { studyId, isPrior }: ReportsOf) =>
  and(eq(reports.studyId, studyId), shownTo(caller, isPrior))
