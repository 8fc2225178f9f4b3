import { compactStudyCounts } from '@readroom/db/queries/study-counts'
import type { JobsContext } from './context.ts'

/** Keeps the counts of studies short to read; what they add up to never changes by it. */
export async function compactCounts({ patientDatabase }: JobsContext): Promise<void> {
  await compactStudyCounts(patientDatabase.db)
}
