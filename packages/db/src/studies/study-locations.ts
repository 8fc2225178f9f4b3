import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { type Before, type Taken, taken } from '../core/locks.ts'
import { patients } from '../patients/patients.schema.ts'
import { studies } from './studies.schema.ts'

/** Of an AE title, without a laboratory, and not because two claim it. */
const unlocated = (aeTitle: string): SQL | undefined =>
  and(eq(studies.callingAeTitle, sql`upper(${aeTitle})`), isNull(studies.labId), isNull(studies.labConflictAt))

/** Counts the other studies of its AE title that have no laboratory. */
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

/** A patient without an id is one study's own, and goes with it. Locks the patient, whose id it returns. */
export async function movePatient<T extends Before<'patient'>>(
  tx: T,
  patientRowId: string,
  labId: string,
): Promise<Taken<T, 'patient', string>> {
  await tx.update(patients).set({ labId, updatedAt: sql`now()` }).where(eq(patients.id, patientRowId))
  return taken(tx, 'patient', patientRowId)
}

/** Sets a study's patient and laboratory. `decided`: that decides between two laboratories that claim it. */
export async function placeStudy(
  tx: Tx<'study'>,
  studyId: string,
  { decided, ...to }: { labId: string | null; patientRowId: string; decided: boolean },
): Promise<void> {
  const archiveVersion = sql`${studies.archiveVersion} + 1`
  await tx
    .update(studies)
    .set({ ...to, ...(decided && { labConflictAt: null }), archiveVersion, updatedAt: sql`now()` })
    .where(eq(studies.id, studyId))
}
