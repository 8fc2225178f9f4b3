import type { StudyStatus } from '@readroom/contracts/study-workflow'
import { asc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../client.ts'
import { studies, studyEventLog } from '../schema/studies.ts'
import type { timelineColumns } from '../schema/timeline.ts'

/** When what happened to a study (`schema/timeline.ts`). */
export type Timeline = Pick<typeof studies.$inferSelect, keyof typeof timelineColumns>
export type StudyEventRow = typeof studyEventLog.$inferSelect

/** Appends to a study's history, which is never changed. */
export async function insertStudyEvent(tx: Tx, event: typeof studyEventLog.$inferInsert): Promise<StudyEventRow> {
  const [row] = await tx.insert(studyEventLog).values(event).returning()
  if (!row) throw new Error('the event was not stored')
  return row
}

/** A study's history, oldest first. */
export async function listStudyEvents(db: Db, studyId: string): Promise<StudyEventRow[]> {
  return db
    .select()
    .from(studyEventLog)
    .where(eq(studyEventLog.studyId, studyId))
    .orderBy(asc(studyEventLog.at), asc(studyEventLog.id))
}

/** Writes what an event made of a study. For `transition()` alone. */
export async function updateProjection(
  tx: Tx,
  studyId: string,
  changes: Partial<Timeline> & { status: StudyStatus },
): Promise<void> {
  await tx
    .update(studies)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(studies.id, studyId))
}
