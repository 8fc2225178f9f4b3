import type { StudyStatus } from '@readroom/contracts/studies/study-workflow'
import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, plannedOnce, type Tx } from '../core/client.ts'
import { studies, studyEventLog } from './studies.schema.ts'
import type { timelineColumns } from './timeline.schema.ts'

/** The times of the events of a study (`studies/timeline.schema.ts`). */
export type Timeline = Pick<typeof studies.$inferSelect, keyof typeof timelineColumns>
export type StudyEventRow = typeof studyEventLog.$inferSelect

/** Every change of a study's status waits for it. */
const inserting = plannedOnce(
  'insert_study_event',
  sql`insert into ${studyEventLog} (study_id, event, from_status, to_status, actor_user_id, reason, details, at)
    values (${sql.placeholder('studyId')}, ${sql.placeholder('event')}, ${sql.placeholder('fromStatus')}, ${sql.placeholder('toStatus')},
      ${sql.placeholder('actorUserId')}, ${sql.placeholder('reason')}, ${sql.placeholder('details')},
      coalesce(${sql.placeholder('at')}::timestamptz, now()))
    returning id, at`,
)
const Inserted = z.tuple([z.object({ id: z.string(), at: z.coerce.date() })])

/** An event without a time happens now. */
type NewStudyEvent = Omit<StudyEventRow, 'id' | 'at'> & { at?: Date }

/** Appends to a study's history, which is never changed. */
export async function insertStudyEvent(tx: Tx, event: NewStudyEvent): Promise<StudyEventRow> {
  const values = { ...event, details: JSON.stringify(event.details), at: event.at ?? null }
  const [inserted] = Inserted.parse(await inserting(tx, values))
  return { ...event, ...inserted }
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
