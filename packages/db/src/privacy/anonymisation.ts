import { randomBytes } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Tx } from '../core/client.ts'
import { studies } from '../studies/studies.schema.ts'
import { removeStudyRows } from './erasure.ts'

/** A UID that nobody else has (PS3.5 B.2), of as many digits as a bigint. */
const newUid = sql`'2.25.' || (('x' || substr(md5(gen_random_uuid()::text), 1, 15))::bit(60)::bigint)::text`

/** In the form of Orthanc's ids, and no study's. */
const newOrthancId = sql`regexp_replace(left(encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 40), '(.{8})(?=.)', '\\1-', 'g')`

/** The columns that identify a patient or hold free text, with their values after anonymisation. The archive's ids too, since they are made of the patient's. */
export const blankedOfStudies = {
  orthancId: newOrthancId,
  studyInstanceUid: newUid,
  dicomPatientId: null,
  dicomPatientName: null,
  dicomPatientBirthDate: null,
  dicomPatientAge: null,
  contradictedAge: null,
  dicomAccessionNumber: null,
  dicomDescription: null,
  dicomReferringPhysician: null,
  dicomRequestingPhysician: null,
  dicomOperatorName: null,
  dicomOrderDate: null,
  institution: null,
  studyType: null,
  instancesHash: null,
  filesHash: null,
  contentHash: null,
  correctedAccessionNumber: null,
  correctedDescription: null,
  correctedReferringPhysician: null,
  correctedPatientAge: null,
  clinicalHistory: '',
  damagedInstances: [],
  requestKeys: [],
  markNotes: {},
} satisfies PgUpdateSetSource<typeof studies>

/**
 * Columns with text, dates or JSON that an anonymised row keeps: what counts and times are made of. `shown` are written by triggers of the others.
 * A new column needs an entry here or above (anonymisation.test.ts).
 */
export const keptColumns = {
  studies: {
    kept: [
      'calling_ae_title',
      'dicom_patient_sex',
      'modalities',
      'body_parts',
      'study_date',
      'study_time',
      'status',
      'priority',
      'case_type',
      'pause_reason',
      'case_flags',
      'escalated_steps',
      'doctor_ids',
    ],
    shown: [
      'patient_id',
      'patient_pn',
      'patient_name',
      'patient_sex',
      'patient_birth_date',
      'patient_age',
      'accession_number',
      'description',
      'referring_physician',
      'search_name',
      'search_all',
    ],
  },
  assignments: { kept: ['priority', 'dealt_by'], shown: [] },
  fhir_study_changes: { kept: [], shown: [] },
  // Blanked by `anonymise_append_only` (`programs/removals.sql`), which leaves ids and codes in `details`.
  study_events: { kept: ['event', 'from_status', 'to_status'], shown: ['reason', 'details'] },
} as const

/** The remaining row of each patient for these studies, of the same laboratory and sex under a random name. */
async function movePatients(tx: Tx, ids: readonly string[]): Promise<void> {
  const chosen = sql`${sql.param([...ids])}::uuid[]`
  const { rows } = await tx.execute<{ id: string }>(
    sql`select distinct patient_row_id as id from studies where id = any(${chosen})`,
  )
  for (const { id } of rows) {
    const code = randomBytes(4).toString('hex').toUpperCase()
    await tx.execute(sql`
      with pseudonym as (
        insert into patients (lab_id, patient_id, corrected_name, corrected_sex)
        select lab_id, ${`ANON-${code}`}, ${`Anonymised ${code}`}, corrected_sex from patients where id = ${id}::uuid returning id)
      update studies set patient_row_id = (select id from pseudonym) where patient_row_id = ${id}::uuid and id = any(${chosen})`)
  }
}

/**
 * Takes out of studies whose they are: the rows that hang on them go but for assignments and history, which lose what people wrote. `noteRemovals`
 * has said what is to go elsewhere. Their former patients are the caller's to remove.
 */
export async function anonymiseStudyRows(tx: Tx<'study'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await removeStudyRows(tx, ids, 'anonymised')
  await tx.execute(sql`select anonymise_append_only(${sql.param([...ids])}::uuid[])`)
  await movePatients(tx, ids)
  const now = sql`now()`
  const said = { anonymisedAt: now, updatedAt: now, imagesDamagedAt: null, severalPeopleAt: null, nameUnreadable: false }
  const gone = {
    imagesMissingAt: sql`coalesce(${studies.imagesMissingAt}, now())`,
    archiveVersion: sql`${studies.archiveVersion} + 1`,
  }
  await tx
    .update(studies)
    .set({ ...blankedOfStudies, ...gone, ...said })
    .where(inArray(studies.id, [...ids]))
}
