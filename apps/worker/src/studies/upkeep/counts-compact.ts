import { compactStudyCounts } from '@readroom/db/worklist/study-counts'
import { forgetWorklistChanges } from '@readroom/db/worklist/worklist-version'
import type { JobsContext } from '../../core/jobs/context.ts'

/** Keeps short what changes of studies are written to: the counts, which add up to the same, and who changed lists when. */
export async function compactCounts({ patientDatabase }: JobsContext): Promise<void> {
  await compactStudyCounts(patientDatabase.db)
  await forgetWorklistChanges(patientDatabase.db)
}
