import type { StudyStatus } from '@readroom/contracts/studies/study-workflow'
import { asc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { studies, studyEventLog } from './studies.schema.ts'
import type { timelineColumns } from './timeline.schema.ts'

/** The times of the events of a study (`studies/timeline.schema.ts`). */
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
  tx: Tx<'study'>,
  studyId: string,
  changes: Partial<Timeline> & { status: StudyStatus; doctorIds?: string[] | undefined },
): Promise<void> {
  await tx
    .update(studies)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(studies.id, studyId))
}
