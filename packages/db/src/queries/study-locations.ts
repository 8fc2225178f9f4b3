import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { patients, studies } from '../schema/studies.ts'

/** Of an AE title, without a laboratory, and not because two claim it. */
const unlocated = (aeTitle: string): SQL | undefined =>
  and(eq(studies.callingAeTitle, sql`upper(${aeTitle})`), isNull(studies.labId), isNull(studies.labConflictAt))

/** How many other studies of its AE title have no laboratory. */
export async function countUnlocated(db: Db, study: { id: string; callingAeTitle: string | null }): Promise<number> {
  if (study.callingAeTitle === null) return 0
  return db.$count(studies, and(unlocated(study.callingAeTitle), ne(studies.id, study.id)))
}

/** The AE title that a study's first image was sent under. */
export async function findCallingAeTitle(db: Db, studyId: string): Promise<string | null> {
  const [row] = await db.select({ aeTitle: studies.callingAeTitle }).from(studies).where(eq(studies.id, studyId))
  return row?.aeTitle ?? null
}

/** Studies of an AE title that have no laboratory. */
export async function listUnlocated(db: Db, aeTitle: string): Promise<string[]> {
  const rows = await db.select({ id: studies.id }).from(studies).where(unlocated(aeTitle))
  return rows.map(({ id }) => id)
}

/** Locks studies in the one order in which they are ever locked. */
export async function lockStudiesInOrder(tx: Db, ids: readonly string[]) {
  return tx
    .select({ study: studies, patient: patients })
    .from(studies)
    .innerJoin(patients, eq(patients.id, studies.patientRowId))
    .where(inArray(studies.id, [...ids]))
    .orderBy(asc(studies.id))
    .for('update', { of: studies })
}

export type LocatedStudy = Awaited<ReturnType<typeof lockStudiesInOrder>>[number]

/** A patient without an id is one study's own, and goes with it. */
export async function movePatient(tx: Db, patientRowId: string, labId: string): Promise<void> {
  await tx.update(patients).set({ labId, updatedAt: sql`now()` }).where(eq(patients.id, patientRowId))
}

/** Sets a study's laboratory and patient; two laboratories' conflict over it is decided by that. */
export async function locateStudy(tx: Db, studyId: string, to: { labId: string; patientRowId: string }): Promise<void> {
  const archiveVersion = sql`${studies.archiveVersion} + 1`
  await tx
    .update(studies)
    .set({ ...to, labConflictAt: null, archiveVersion, updatedAt: sql`now()` })
    .where(eq(studies.id, studyId))
}
