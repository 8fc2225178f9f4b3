import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Caller } from '../core/actor.ts'
import { type Db, plannedOnce, type Tx } from '../core/client.ts'
import { type Before, type Passed, passed, type Taken, taken } from '../core/locks.ts'
import { series } from './series.schema.ts'
import { studies } from './studies.schema.ts'
import { visibleStudies } from './visibility.ts'

export type StudyRow = typeof studies.$inferSelect

async function findVisible(db: Db, caller: Caller, condition: SQL): Promise<StudyRow[]> {
  return db
    .select()
    .from(studies)
    .where(and(visibleStudies(caller), condition))
}

/** A study by its row id, or null if it does not exist or the caller does not see it. */
export async function findStudy(db: Db, caller: Caller, studyId: string): Promise<StudyRow | null> {
  const [row] = await findVisible(db, caller, eq(studies.id, studyId))
  return row ?? null
}

/** Returns a study by its row id, locked until the transaction ends. Null if it does not exist or the caller does not see it. */
export async function lockStudy<T extends Before<'study'>>(
  tx: T,
  caller: Caller,
  studyId: string,
): Promise<Taken<T, 'study', StudyRow | null>> {
  const [row] = await tx
    .select()
    .from(studies)
    .where(and(eq(studies.id, studyId), visibleStudies(caller)))
    .for('update')
  return taken(tx, 'study', row ?? null)
}

/** Returns studies in the order of their ids, locked until the transaction ends, without a check of who sees them. */
export async function lockStudies<T extends Before<'study'>>(
  tx: T,
  ids: readonly string[],
): Promise<Taken<T, 'study', StudyRow[]>> {
  if (ids.length === 0) return taken(tx, 'study', [])
  const rows = await tx
    .select()
    .from(studies)
    .where(inArray(studies.id, [...ids]))
    .orderBy(asc(studies.id))
    .for('update')
  return taken(tx, 'study', rows)
}

/** Returns a study by its row id, locked until the transaction ends, without a check of who sees it. */
export async function lockAnyStudy<T extends Before<'study'>>(
  tx: T,
  studyId: string,
): Promise<Taken<T, 'study', StudyRow | null>> {
  const [study] = await tx.select().from(studies).where(eq(studies.id, studyId)).for('update')
  return taken(tx, 'study', study ?? null)
}

/** Keeps studies from being locked by others until the transaction ends, so that rows which refer to them can be written. */
export async function holdStudies<T extends Before<'study'>>(
  tx: T,
  studyIds: readonly string[],
): Promise<[tx: Passed<T, 'study'>, held: undefined]> {
  await tx
    .select({ id: studies.id })
    .from(studies)
    .where(inArray(studies.id, [...studyIds]))
    .orderBy(asc(studies.id))
    .for('key share')
  return passed(tx, 'study', undefined)
}

/** Studies that the transaction holds, by their row ids. */
export async function listHeldStudies(tx: Tx<'study'>, studyIds: readonly string[]): Promise<StudyRow[]> {
  return tx
    .select()
    .from(studies)
    .where(inArray(studies.id, [...studyIds]))
    .orderBy(asc(studies.id))
}

/** The visible studies of a Study Instance UID: more than one if the archive holds it under two patient ids. */
export async function findStudiesByUid(db: Db, caller: Caller, uid: string): Promise<StudyRow[]> {
  return findVisible(db, caller, eq(studies.studyInstanceUid, uid))
}

/** The newest visible studies, of a UID or a patient id if one is given. */
export async function listVisibleStudies(
  db: Db,
  caller: Caller,
  { uid, patientId, limit }: { uid: string | null; patientId: string | null; limit: number },
): Promise<StudyRow[]> {
  const ofUid = uid === null ? undefined : eq(studies.studyInstanceUid, uid)
  const ofPatient = patientId === null ? undefined : eq(studies.patientId, patientId)
  return db
    .select()
    .from(studies)
    .where(and(visibleStudies(caller), ofUid, ofPatient))
    .orderBy(desc(studies.receivedAt), desc(studies.id))
    .limit(limit)
}

/** Reports whether the study has a series of this UID. Another study may have one of the same UID. */
export async function ownsSeries(db: Db, studyId: string, seriesInstanceUid: string): Promise<boolean> {
  return (await db.$count(series, and(eq(series.studyId, studyId), eq(series.seriesInstanceUid, seriesInstanceUid)))) > 0
}

/** Counts the studies of the image archive that share this UID, without a check of who sees them. */
export async function countStudiesOfUid(db: Db, uid: string): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(studies).where(eq(studies.studyInstanceUid, uid))
  return row?.count ?? 0
}

/** Returns the ids of the studies with the study UID of this one, its own among them. */
export async function listTwinIds(db: Db, studyId: string): Promise<string[]> {
  const uid = db.select({ uid: studies.studyInstanceUid }).from(studies).where(eq(studies.id, studyId))
  const rows = await db.select({ id: studies.id }).from(studies).where(inArray(studies.studyInstanceUid, uid))
  return rows.map(({ id }) => id)
}

/** Returns the ids of the studies that have this study UID. */
export async function listStudyIdsOfUid(db: Db, studyUid: string): Promise<string[]> {
  const rows = await db.select({ id: studies.id }).from(studies).where(eq(studies.studyInstanceUid, studyUid))
  return rows.map(({ id }) => id)
}

/** Every image waits for it. */
const ownership = plannedOnce(
  'ownership',
  sql`select
    (select count(*)::int from ${studies} where study_instance_uid = ${sql.placeholder('studyUid')}) as "studiesOfUid",
    exists (select 1 from ${series}
      where study_id = ${sql.placeholder('studyId')} and series_instance_uid = ${sql.placeholder('seriesUid')}) as "ownsSeries"`,
)

const Ownership = z.tuple([z.object({ studiesOfUid: z.int(), ownsSeries: z.boolean() })])

/** Returns what `countStudiesOfUid` and `ownsSeries` return, in one statement. A series of null belongs to no study. */
export async function findOwnership(
  db: Db,
  { id, studyInstanceUid }: Pick<StudyRow, 'id' | 'studyInstanceUid'>,
  seriesUid: string | null,
): Promise<{ studiesOfUid: number; ownsSeries: boolean }> {
  return Ownership.parse(await ownership(db, { studyId: id, studyUid: studyInstanceUid, seriesUid }))[0]
}
