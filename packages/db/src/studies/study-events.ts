import { imageMoveEvents, type StudyStatus } from '@readroom/contracts/studies/study-workflow'
import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, plannedOnce, type Tx } from '../core/client.ts'
import { studies, type timelineColumns } from './studies.schema.ts'
import { studyEventLog } from './study-events.schema.ts'

/** The times of the events of a study (`timelineColumns`). */
export type Timeline = Pick<typeof studies.$inferSelect, keyof typeof timelineColumns>
export type StudyEventRow = typeof studyEventLog.$inferSelect

/** Every change of a study's status waits for it. */
const inserting = plannedOnce(
  'insert_study_events',
  sql`insert into ${studyEventLog} (study_id, event, from_status, to_status, actor_user_id, reason, details)
    select "studyId", event, "fromStatus", "toStatus", "actorUserId", reason, details
    from jsonb_to_recordset(${sql.placeholder('events')}::jsonb) happened("studyId" uuid, event text, "fromStatus" text, "toStatus" text,
      "actorUserId" uuid, reason text, details jsonb)
    returning id, study_id as "studyId", at, details`,
)
const Inserted = z.array(z.object({ id: z.string(), studyId: z.string(), at: z.coerce.date(), details: z.unknown() }))

/** Appends an event to the history of each of several studies. Histories are never changed. Returns the events as they are stored, by their studies. */
export async function insertStudyEvents(
  tx: Tx,
  events: readonly Omit<StudyEventRow, 'id' | 'at'>[],
): Promise<Map<string, StudyEventRow>> {
  const inserted = Inserted.parse(await inserting(tx, { events: JSON.stringify(events) }))
  const storedOf = new Map(inserted.map((stored) => [stored.studyId, stored]))
  const happened = new Map<string, StudyEventRow>()
  for (const event of events) {
    const stored = storedOf.get(event.studyId)
    if (stored) happened.set(event.studyId, { ...event, ...stored })
  }
  return happened
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

type Projected = Partial<Timeline> & { status: StudyStatus; doctorIds?: string[] | undefined }
/** The columns that `changes` names are written, each of them unless it is undefined. */
type Projection = { studyId: string; changes: Projected }

const columnsOf = new Map(Object.entries(getTableColumns(studies)))
const valuesIn = (changes: Projected) =>
  Object.entries(changes).flatMap(([name, value]) => {
    const column = columnsOf.get(name)
    return column === undefined || value === undefined ? [] : [{ column, value }]
  })

/** Writes what an event made of studies, those of the same columns with one statement. For `transitionEach()` alone. */
export async function updateProjections(tx: Tx<'study'>, projections: readonly Projection[]): Promise<void> {
  const written = projections.map(({ studyId, changes }) => ({ studyId, values: valuesIn(changes) }))
  const alike = Map.groupBy(written, ({ values }) => values.map(({ column }) => column.name).join())
  for (const [first, ...others] of alike.values()) {
    if (first === undefined) continue
    const columns = first.values.map(({ column }) => column)
    const rows = [first, ...others].map(({ studyId, values }) => ({
      study_id: studyId,
      ...Object.fromEntries(values.map(({ column, value }) => [column.name, value])),
    }))
    const named = columns.map(({ name }) => sql`${sql.identifier(name)} = changed.${sql.identifier(name)}`)
    const types = columns.map((column) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`)
    await tx.execute(sql`
      update ${studies} set ${sql.join(named, sql`, `)}, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) changed(study_id uuid, ${sql.join(types, sql`, `)})
      where ${studies.id} = changed.study_id`)
  }
}
