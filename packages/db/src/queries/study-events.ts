import type { StudyStatus } from '@readroom/contracts/study-workflow'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../client.ts'
import { studies, studyEventLog } from '../schema/studies.ts'

/** Appends to a study's history, which is never changed. */
export async function insertStudyEvent(tx: Tx, event: typeof studyEventLog.$inferInsert): Promise<void> {
  await tx.insert(studyEventLog).values(event)
}

export async function updateStatus(tx: Tx, studyId: string, status: StudyStatus): Promise<void> {
  await tx.update(studies).set({ status, updatedAt: sql`now()` }).where(eq(studies.id, studyId))
}
