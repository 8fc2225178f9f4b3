import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { Db, Tx } from '../client.ts'
import { series, studies } from '../schema/studies.ts'
import { visibleStudies } from '../visibility.ts'

export type StudyRow = typeof studies.$inferSelect
type Viewer = Pick<Actor, 'role' | 'labId' | 'doctorId'>

async function findVisible(db: Db, viewer: Viewer, condition: SQL): Promise<StudyRow[]> {
  return db
    .select()
    .from(studies)
    .where(and(visibleStudies(viewer), condition))
}

/** A study by its row id, or null where it does not exist or the viewer does not see it. */
export async function findStudy(db: Db, viewer: Viewer, studyId: string): Promise<StudyRow | null> {
  const [row] = await findVisible(db, viewer, eq(studies.id, studyId))
  return row ?? null
}

/** The same, locked until the transaction ends. */
export async function lockStudy(tx: Db, viewer: Viewer, studyId: string): Promise<StudyRow | null> {
  const [row] = await tx
    .select()
    .from(studies)
    .where(and(eq(studies.id, studyId), visibleStudies(viewer)))
    .for('update')
  return row ?? null
}

/** The same, whoever sees the study. */
export async function lockAnyStudy(tx: Tx, studyId: string): Promise<StudyRow | null> {
  const [study] = await tx.select().from(studies).where(eq(studies.id, studyId)).for('update')
  return study ?? null
}

/** The visible studies of a Study Instance UID: more than one where the archive holds it under two patient ids. */
export async function findStudiesByUid(db: Db, viewer: Viewer, uid: string): Promise<StudyRow[]> {
  return findVisible(db, viewer, eq(studies.studyInstanceUid, uid))
}

/** The newest visible studies, of a UID or a patient id where one is given. */
export async function listVisibleStudies(
  db: Db,
  viewer: Viewer,
  { uid, patientId, limit }: { uid: string | null; patientId: string | null; limit: number },
): Promise<StudyRow[]> {
  const ofUid = uid === null ? undefined : eq(studies.studyInstanceUid, uid)
  const ofPatient = patientId === null ? undefined : eq(studies.patientId, patientId)
  return db
    .select()
    .from(studies)
    .where(and(visibleStudies(viewer), ofUid, ofPatient))
    .orderBy(desc(studies.receivedAt), desc(studies.id))
    .limit(limit)
}

/** Whether a series UID belongs to the study, and to no other study of the archive. */
export async function ownsSeries(db: Db, studyId: string, seriesInstanceUid: string): Promise<boolean> {
  const rows = await db.select({ studyId: series.studyId }).from(series).where(eq(series.seriesInstanceUid, seriesInstanceUid))
  return rows.length > 0 && rows.every((row) => row.studyId === studyId)
}

/** How many studies of the archive share this UID, whoever sees them. */
export async function countStudiesOfUid(db: Db, uid: string): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(studies).where(eq(studies.studyInstanceUid, uid))
  return row?.count ?? 0
}
