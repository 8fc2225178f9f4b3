import { dealStudies } from '@readroom/domain/turnaround/assignment/dealing-tick'
import type { JobsContext } from '../core/jobs/context.ts'

/** Deals the studies that wait for a doctor, in laboratories with automatic assignment. */
export function dealWaitingStudies({
  database,
  reports,
}: Pick<JobsContext, 'database'> & { reports: Pick<JobsContext['reports'], 'zone'> }): Promise<void> {
  return dealStudies(database.db, reports.zone)
}
