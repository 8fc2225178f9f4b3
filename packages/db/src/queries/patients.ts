import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../client.ts'
import { patientAliases, patients } from '../schema/patients.ts'
import { studies } from '../schema/studies.ts'

export type PatientRow = typeof patients.$inferSelect

/** A patient id in a laboratory's books; without a laboratory, among the studies that have none. */
export type PatientKey = { labId: string | null; patientId: string }

/** As in the unique indexes. */
const noLab = sql.raw(`'00000000-0000-0000-0000-000000000000'::uuid`)
const ofLab = (column: AnyPgColumn, labId: string | null): SQL =>
  sql`coalesce(${column}, ${noLab}) = coalesce(${labId}::uuid, ${noLab})`

/** The patient that an id was corrected away from, or null. */
export async function findPatientByAlias(db: Db, { labId, patientId }: PatientKey): Promise<string | null> {
  const [row] = await db
    .select({ id: patientAliases.patientRowId })
    .from(patientAliases)
    .where(and(ofLab(patientAliases.labId, labId), eq(patientAliases.patientId, patientId)))
  return row?.id ?? null
}

/** The patient who has an id, or null. */
export async function findPatientById(db: Db, { labId, patientId }: PatientKey): Promise<string | null> {
  const [row] = await db
    .select({ id: patients.id })
    .from(patients)
    .where(and(ofLab(patients.labId, labId), eq(patients.patientId, patientId)))
  return row?.id ?? null
}

/** A new patient, or null where the id is another's. A missing id is nobody else's. */
export async function insertPatient(db: Db, key: { labId: string | null; patientId: string | null }): Promise<string | null> {
  const [row] = await db.insert(patients).values(key).onConflictDoNothing().returning({ id: patients.id })
  return row?.id ?? null
}

export async function deletePatient(db: Db, id: string): Promise<void> {
  await db.delete(patients).where(eq(patients.id, id))
}

export async function findPatient(db: Db, id: string): Promise<PatientRow | null> {
  const [row] = await db.select().from(patients).where(eq(patients.id, id))
  return row ?? null
}

export async function lockPatient(tx: Db, id: string): Promise<PatientRow | null> {
  const [row] = await tx.select().from(patients).where(eq(patients.id, id)).for('update')
  return row ?? null
}

/** What people correct; null takes a correction back. */
export type PatientCorrection = Partial<
  Pick<
    PatientRow,
    | ('patientId' | 'correctedName' | 'correctedSex' | 'correctedBirthDate')
    | ('salutation' | 'contactPhone' | 'contactEmail' | 'address')
  >
>

/** The patient's studies show it at once (`show_patient` in migrations/0018). */
export async function updatePatient(tx: Db, id: string, correction: PatientCorrection): Promise<void> {
  await tx
    .update(patients)
    .set({ ...correction, version: sql`${patients.version} + 1`, updatedAt: sql`now()` })
    .where(eq(patients.id, id))
}

/** An id that the patient had; another's alias stays the other's. */
export async function insertAlias(tx: Db, key: PatientKey, patientRowId: string): Promise<void> {
  await tx
    .insert(patientAliases)
    .values({ ...key, patientRowId })
    .onConflictDoNothing()
}

/** The patient has this id again. */
export async function deleteAlias(tx: Db, { labId, patientId }: PatientKey, patientRowId: string): Promise<void> {
  const own = and(eq(patientAliases.patientId, patientId), eq(patientAliases.patientRowId, patientRowId))
  await tx.delete(patientAliases).where(and(ofLab(patientAliases.labId, labId), own))
}

/** Another patient of the laboratory has the id, or had it. */
export async function isPatientIdTaken(db: Db, { labId, patientId }: PatientKey, byOtherThan: string): Promise<boolean> {
  const has = and(ofLab(patients.labId, labId), eq(patients.patientId, patientId), ne(patients.id, byOtherThan))
  const ofOther = and(eq(patientAliases.patientId, patientId), ne(patientAliases.patientRowId, byOtherThan))
  const had = and(ofLab(patientAliases.labId, labId), ofOther)
  return (await db.$count(patients, has)) + (await db.$count(patientAliases, had)) > 0
}

/** The patient's studies, locked in the order in which everybody locks studies. */
export async function lockStudiesOfPatient(tx: Db, patientRowId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: studies.id })
    .from(studies)
    .where(eq(studies.patientRowId, patientRowId))
    .orderBy(asc(studies.id))
    .for('update')
  return rows.map(({ id }) => id)
}
