import { imageMoveEvents, type StudyStatus } from '@readroom/contracts/studies/study-workflow'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, plannedOnce, type Tx } from '../core/client.ts'
import { studies, type timelineColumns } from './studies.schema.ts'
import { studyEventLog } from './study-events.schema.ts'

/** The times of the events of a study (`timelineColumns`). */
export type Timeline = Pick<typeof studies.$inferSelect, keyof typeof timelineColumns>
export type StudyEventRow = typeof studyEventLog.$inferSelect

/** Every change of a study's status waits for it. */
const inserting = plannedOnce(
  'insert_study_event',
  sql`insert into ${studyEventLog} (study_id, event, from_status, to_status, actor_user_id, reason, details)
    values (${sql.placeholder('studyId')}, ${sql.placeholder('event')}, ${sql.placeholder('fromStatus')}, ${sql.placeholder('toStatus')},
      ${sql.placeholder('actorUserId')}, ${sql.placeholder('reason')}, ${sql.placeholder('details')})
    returning id, at, details`,
)
const Inserted = z.tuple([z.object({ id: z.string(), at: z.coerce.date(), details: z.unknown() })])

/** Appends to a study's history, which is never changed. Returns the event as it is stored. */
export async function insertStudyEvent(tx: Tx, event: Omit<StudyEventRow, 'id' | 'at'>): Promise<StudyEventRow> {
  const [inserted] = Inserted.parse(await inserting(tx, { ...event, details: JSON.stringify(event.details) }))
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

/** Reports whether images of the study were moved between studies, or to another UID, since it last settled. */
export async function isMovedSinceSettled(db: Db, studyId: string): Promise<boolean> {
  const [last] = await db
    .select({ event: studyEventLog.event })
    .from(studyEventLog)
    .where(and(eq(studyEventLog.studyId, studyId), inArray(studyEventLog.event, ['settled', ...imageMoveEvents])))
    .orderBy(desc(studyEventLog.at), desc(studyEventLog.id))
    .limit(1)
  return last !== undefined && last.event !== 'settled'
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
