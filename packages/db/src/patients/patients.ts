import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { advisoryLocks } from '../core/advisory-locks.ts'
import type { Db, Tx } from '../core/client.ts'
import { type Before, type Taken, taken } from '../core/locks.ts'
import { studies } from '../studies/studies.schema.ts'
import { noLab, patientAliases, patients } from './patients.schema.ts'

export type PatientRow = typeof patients.$inferSelect

/** A patient id in a laboratory's books; without a laboratory, among the studies that have none. */
export type PatientKey = { labId: string | null; patientId: string }

/** As in the unique indexes. */
const ofLab = (column: AnyPgColumn, labId: string | null): SQL =>
  sql`coalesce(${column}, ${noLab}) = coalesce(${labId}::uuid, ${noLab})`

/** Serializes all who look for or make the people of a patient ID, until the transaction ends. */
export async function lockPatientId<T extends Before<'patientId'>>(
  tx: T,
  { labId, patientId }: PatientKey,
): Promise<Taken<T, 'patientId', void>> {
  const key = `${labId ?? ''} ${patientId}`
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.patientIds}::int, hashtext(${key}))`)
  return taken(tx, 'patientId', undefined)
}

/** Locks several patient IDs, in their order. */
export async function lockPatientIds<T extends Before<'patientId'>>(
  tx: T,
  keys: readonly PatientKey[],
): Promise<Taken<T, 'patientId', void>> {
  const inOrder = keys.toSorted((one, other) => (one.patientId < other.patientId ? -1 : 1))
  for (const key of inOrder) await lockPatientId(tx, key)
  return taken(tx, 'patientId', undefined)
}

const Named = z.object({
  patientRowId: z.string(),
  person: z.int(),
  identityReviewId: z.string().nullable(),
  hasStudies: z.boolean(),
  name: z.string().nullable(),
  birthDate: z.string().nullable(),
  sex: z.enum(['M', 'F', 'O']).nullable(),
})
/** A person who has or had a patient ID, with one of the identities that their studies show. */
export type NamedPerson = z.infer<typeof Named>

/**
 * Selects the people who have or had a patient ID, with the identities that their studies show. A person who was merged stands for the one they were
 * merged into, over several steps. The lookups of ids are joined afterwards: as alternatives of one condition they made PostgreSQL read every patient
 * for each study that arrives.
 */
export const peopleOfId = ({ labId, patientId }: PatientKey, exceptStudyId: string | null): SQL => sql`
  with recursive found (id, merged_into) as (
    (select own.id, own.merged_into from ${patients} own
      where coalesce(own.lab_id, ${noLab}) = coalesce(${labId}::uuid, ${noLab}) and own.patient_id = ${patientId}
    union all
    select had.id, had.merged_into from ${patientAliases} a join ${patients} had on had.id = a.patient_row_id
      where coalesce(a.lab_id, ${noLab}) = coalesce(${labId}::uuid, ${noLab}) and a.patient_id = ${patientId})
    union
    select next.id, next.merged_into from found f join ${patients} next on next.id = f.merged_into)
  select distinct p.id as "patientRowId", p.person, p.identity_review_id as "identityReviewId", s.id is not null as "hasStudies",
    coalesce(s.patient_name, shown_name(p.corrected_name)) as name,
    coalesce(s.patient_birth_date, p.corrected_birth_date)::text as "birthDate", coalesce(s.patient_sex, p.corrected_sex) as sex
  from found f join ${patients} p on p.id = f.id
    left join ${studies} s on s.patient_row_id = p.id and s.id is distinct from ${exceptStudyId}::uuid
  where f.merged_into is null and coalesce(p.lab_id, ${noLab}) = coalesce(${labId}::uuid, ${noLab})
  order by p.person, p.id`

/** Returns the people who have or had a patient ID, with each identity that their studies, but for `exceptStudyId`, show; the first person first. */
export async function listPeopleOfId(db: Db, key: PatientKey, exceptStudyId: string | null): Promise<NamedPerson[]> {
  const { rows } = await db.execute(peopleOfId(key, exceptStudyId))
  return z.array(Named).parse(rows)
}

/** The first patient who has an id, or null. */
export async function findPatientById(db: Db, { labId, patientId }: PatientKey): Promise<string | null> {
  const [row] = await db
    .select({ id: patients.id })
    .from(patients)
    .where(and(ofLab(patients.labId, labId), eq(patients.patientId, patientId)))
    .orderBy(asc(patients.person))
    .limit(1)
  return row?.id ?? null
}

/** A new patient, or null if the id is another's. A missing id is nobody else's. */
export async function insertPatient(db: Db, key: { labId: string | null; patientId: string | null }): Promise<string | null> {
  const [row] = await db.insert(patients).values(key).onConflictDoNothing().returning({ id: patients.id })
  return row?.id ?? null
}

/** Makes another person with a patient ID. */
export async function insertNextPerson(tx: Tx<'patientId'>, { labId, patientId }: PatientKey): Promise<string> {
  const next = sql`(select coalesce(max(p.person) + 1, 0) from ${patients} p
    where coalesce(p.lab_id, ${noLab}) = coalesce(${labId}::uuid, ${noLab}) and p.patient_id = ${patientId})`
  const [row] = await tx.insert(patients).values({ labId, patientId, person: next }).returning({ id: patients.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

export async function findPatient(db: Db, id: string): Promise<PatientRow | null> {
  const [row] = await db.select().from(patients).where(eq(patients.id, id))
  return row ?? null
}

export async function listPatients(db: Db, ids: readonly string[]): Promise<PatientRow[]> {
  return db
    .select()
    .from(patients)
    .where(inArray(patients.id, [...ids]))
}

/** Returns a patient, locked until the transaction ends. Null if there is none. */
export async function lockPatient<T extends Before<'patient'>>(
  tx: T,
  id: string,
): Promise<Taken<T, 'patient', PatientRow | null>> {
  const [row] = await tx.select().from(patients).where(eq(patients.id, id)).for('update')
  return taken(tx, 'patient', row ?? null)
}

/** Locks several patients in the order of their ids. Returns these. */
export async function lockPatients<T extends Before<'patient'>>(
  tx: T,
  ids: readonly string[],
): Promise<Taken<T, 'patient', PatientRow[]>> {
  const rows = await tx
    .select()
    .from(patients)
    .where(inArray(patients.id, [...ids]))
    .orderBy(asc(patients.id))
    .for('update')
  return taken(tx, 'patient', rows)
}

/** The fields that people correct; null takes a correction back. */
export type PatientCorrection = Partial<
  Pick<
    PatientRow,
    | ('patientId' | 'correctedName' | 'correctedSex' | 'correctedBirthDate')
    | ('salutation' | 'contactPhone' | 'contactEmail' | 'address')
  >
>

/** The patient's studies show it at once (`show_patient` in `programs/shown_study.sql`). */
export async function updatePatient(
  tx: Tx<'patient'>,
  id: string,
  correction: PatientCorrection & Partial<Pick<PatientRow, 'hl7Fields'>>,
): Promise<void> {
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

/** Locks the patient's studies in the order of their ids. Returns these. */
export async function lockStudiesOfPatient<T extends Before<'study'>>(
  tx: T,
  patientRowId: string,
): Promise<Taken<T, 'study', string[]>> {
  const rows = await tx
    .select({ id: studies.id })
    .from(studies)
    .where(eq(studies.patientRowId, patientRowId))
    .orderBy(asc(studies.id))
    .for('update')
  return taken(
    tx,
    'study',
    rows.map(({ id }) => id),
  )
}
