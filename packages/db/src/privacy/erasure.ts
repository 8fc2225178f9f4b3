import { patientFieldNames } from '@readroom/contracts/patients/record-fields'
import type { PrivacyCounts } from '@readroom/contracts/privacy/privacy'
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../core/client.ts'
import { uuids } from '../core/columns.ts'
import { familyOf } from '../patients/patient-merges.ts'
import { studies } from '../studies/studies.schema.ts'
import { tablesWhere } from '../studies/tables-of-studies.ts'
import { privacyRemovals } from './privacy.schema.ts'

export type Removal = Pick<typeof privacyRemovals.$inferSelect, 'kind' | 'key'>

const Counts = z.object({
  studies: z.coerce.number(),
  images: z.coerce.number(),
  reports: z.coerce.number(),
  documents: z.coerce.number(),
  comments: z.coerce.number(),
  lists: z.coerce.number(),
})

/** The data of these studies. */
export async function countOfStudies(db: Db, ids: readonly string[]): Promise<PrivacyCounts> {
  const { rows } = await db.execute(sql`
    select count(*) as studies, coalesce(sum(image_count), 0) as images,
      (select count(*) from reports where study_id = any(${uuids(ids)}) and deleted_at is null) as reports,
      (select count(*) from documents where study_id = any(${uuids(ids)}) and deleted_at is null) as documents,
      (select count(*) from study_discussions where study_id = any(${uuids(ids)})) as comments, 0 as lists
    from studies where id = any(${uuids(ids)})`)
  return Counts.parse(rows[0])
}

/** Counts those of these studies whose report somebody writes at this moment. */
export async function countBeingWritten(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await db.execute(sql`
    select count(*) as n from report_holds where study_id = any(${uuids(ids)}) and lease_until > now()`)
  return z.object({ n: z.coerce.number() }).parse(rows[0]).n
}

/** The archive will not have the studies' images any more; answers of before are out of date. */
export async function noteImagesRemoved(tx: Tx, studyId: string): Promise<void> {
  await tx
    .update(studies)
    .set({ imagesMissingAt: sql`now()`, archiveVersion: sql`${studies.archiveVersion} + 1`, updatedAt: sql`now()` })
    .where(eq(studies.id, studyId))
}

/** Objects of these studies, and of ZIPs and exports that hold them. */
const objectsOf = (ids: readonly string[], patientRowIds: readonly string[]): SQL => sql`
  select object_key as key from reports where study_id = any(${uuids(ids)})
  union select w.object_key from report_word_documents w join reports r on r.id = w.report_id where r.study_id = any(${uuids(ids)})
  union select object_key from documents where study_id = any(${uuids(ids)})
  union select object_key from key_images where study_id = any(${uuids(ids)})
  union select z.object_key from zips z join zip_studies s on s.zip_id = z.id where s.study_id = any(${uuids(ids)}) and z.object_key is not null
  union select object_key from privacy_actions where subject_id = any(${uuids(patientRowIds)}) and object_key is not null`

/** Notes what is to be removed outside of the database. */
export async function noteRemovals(tx: Tx, actionId: string, ids: readonly string[], patientRowIds: readonly string[]) {
  await tx.execute(sql`insert into privacy_removals (action_id, kind, key)
    select ${actionId}::uuid, 'study', orthanc_id from studies where id = any(${uuids(ids)})
    union all select ${actionId}::uuid, 'object', key from (${objectsOf(ids, patientRowIds)}) o`)
}

/** Notes the removal of the studies' images alone, with the ZIPs and exports that hold them. */
export async function noteImageRemovals(tx: Tx, actionId: string, ids: readonly string[], patientRowIds: readonly string[]) {
  await tx.execute(sql`insert into privacy_removals (action_id, kind, key)
    select ${actionId}::uuid, 'study', orthanc_id from studies where id = any(${uuids(ids)})
    union all select ${actionId}::uuid, 'object', key from (
      select z.object_key as key from zips z join zip_studies s on s.zip_id = z.id
        where s.study_id = any(${uuids(ids)}) and z.object_key is not null
      union select object_key from privacy_actions where subject_id = any(${uuids(patientRowIds)}) and object_key is not null) o`)
}

/** The ZIPs with the images of these studies, of all users. */
export async function deleteZipsOf(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from tickets where zip_id in (select zip_id from zip_studies where study_id = any(${uuids(ids)}))`)
  await tx.execute(sql`delete from zips where id in (select zip_id from zip_studies where study_id = any(${uuids(ids)}))`)
}

/** The orders of these studies, with their history. One that has another study stays with that. */
async function deleteOrdersOf(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from orders o where exists (
      select 1 from order_matches m where m.order_id = o.id and m.ended_at is null and m.study_id = any(${uuids(ids)}))
    and not exists (
      select 1 from order_matches m where m.order_id = o.id and m.ended_at is null and m.study_id <> all(${uuids(ids)}))`)
}

/** Selects the laboratories and patient IDs of these studies: those that they came with, and all that their people have or had. */
const patientIdsOf = (ids: readonly string[]): SQL => sql`with recursive family (id) as (
    select s.patient_row_id from studies s where s.id = any(${uuids(ids)})
    union select p.id from family f join patients p on p.merged_into = f.id)
  select s.lab_id, s.dicom_patient_id as id from studies s where s.id = any(${uuids(ids)}) and s.dicom_patient_id is not null
  union select p.lab_id, p.patient_id from family f join patients p on p.id = f.id where p.patient_id is not null
  union select a.lab_id, a.patient_id from family f join patient_aliases a on a.patient_row_id = f.id`

/**
 * Removes text and IDs of HL7 messages about the patients of these studies, and leaves their answers: a message that is sent again stays known. Changes
 * that wait for a person go. People of a laboratory who share a patient ID also share what is removed.
 */
async function blankHl7MessagesOf(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update hl7_messages m set raw = null, patient_ids = '{}', order_ids = '{}'
    from hl7_connections c, (${patientIdsOf(ids)}) of_patient
    where c.id = m.connection_id and c.lab_id = of_patient.lab_id and m.patient_ids @> array[of_patient.id]`)
  await tx.execute(sql`delete from waiting_patient_changes w using (${patientIdsOf(ids)}) of_patient
    where w.lab_id = of_patient.lab_id and of_patient.id in (w.patient_id, w.previous_id)`)
}

/** Removes what hangs on studies, but for what is append-only; of anonymised ones not what is kept. */
export async function removeStudyRows(tx: Tx, ids: readonly string[], how: 'erased' | 'anonymised'): Promise<void> {
  const chosen = uuids(ids)
  await deleteZipsOf(tx, ids)
  await tx.execute(
    sql`delete from report_word_documents where report_id in (select id from reports where study_id = any(${chosen}))`,
  )
  await deleteOrdersOf(tx, ids)
  await blankHl7MessagesOf(tx, ids)
  const isRemoved = how === 'erased' ? () => true : (rule: { anonymised: string }) => rule.anonymised === 'removed'
  for (const table of tablesWhere((rule) => rule.erased === 'removed' && isRemoved(rule)))
    await tx.execute(sql`delete from ${sql.identifier(table)} where study_id = any(${chosen})`)
  await tx.execute(
    sql`delete from intake_failures where orthanc_id in (select orthanc_id from studies where id = any(${chosen}))`,
  )
  await tx.execute(sql`delete from refusals
    where study_instance_uid in (select study_instance_uid from studies where id = any(${chosen}))`)
}

/** Removes studies and everything that hangs on them from the database. `noteRemovals` has said what is to go elsewhere. */
export async function eraseStudyRows(tx: Tx<'study'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await removeStudyRows(tx, ids, 'erased')
  await tx.execute(sql`select erase_append_only(${uuids(ids)})`)
  await tx.execute(sql`delete from studies where id = any(${uuids(ids)})`)
}

/** Counts the rows that keep a split from being undone: reports, drafts, and pictures of them. */
export async function countKeepingApart(db: Db, studyId: string): Promise<number> {
  const counts = tablesWhere(({ atReunion }) => atReunion === 'refuses').map(
    (table) => sql`(select count(*) from ${sql.identifier(table)} where study_id = ${studyId}::uuid)`,
  )
  const { rows } = await db.execute(sql`select ${sql.join(counts, sql` + `)} as n`)
  return z.object({ n: z.coerce.number() }).parse(rows[0]).n
}

/** Gives the rows of a study that was split off back to the study that its images came with, and removes the rest of it with the study. */
export async function reuniteStudyRows(tx: Tx<'study'>, { from, into }: { from: string; into: string }): Promise<void> {
  for (const table of tablesWhere(({ atReunion }) => atReunion === 'returns'))
    await tx.execute(sql`update ${sql.identifier(table)} set study_id = ${into}::uuid where study_id = ${from}::uuid`)
  await deleteZipsOf(tx, [from])
  for (const table of tablesWhere(({ erased }) => erased === 'removed'))
    await tx.execute(sql`delete from ${sql.identifier(table)} where study_id = ${from}::uuid`)
  await tx.execute(sql`select erase_split_history(${from}::uuid)`)
  await tx.execute(sql`delete from studies where id = ${from}::uuid`)
}

/**
 * Selects the orders without a study that can only be of these people: one of them, or of those who were merged into them, has or had the patient ID,
 * and nobody else of the laboratory has or had it. Shared IDs say nothing about the person.
 */
export const waitingOrdersOf = (
  patientRowIds: readonly string[],
): SQL => sql`${familyOf(patientRowIds)}, known (lab_id, patient_id) as (
    select p.lab_id, p.patient_id from family f join patients p on p.id = f.id where p.patient_id is not null
    union select a.lab_id, a.patient_id from family f join patient_aliases a on a.patient_row_id = f.id)
  select o.id from known k join orders o on o.lab_id = k.lab_id and o.patient_id_texts @> array[k.patient_id]
  where not exists (select 1 from order_matches m where m.order_id = o.id and m.ended_at is null)
    and not exists (select 1 from patients other where other.lab_id = k.lab_id and other.patient_id = k.patient_id
      and not exists (select 1 from family own where own.id = other.id))
    and not exists (select 1 from patient_aliases other where other.lab_id = k.lab_id and other.patient_id = k.patient_id
      and not exists (select 1 from family own where own.id = other.patient_row_id))`

/** Removes the orders of patients that have no study yet. */
export async function eraseWaitingOrders(tx: Tx, patientRowIds: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from orders where id in (${waitingOrdersOf(patientRowIds)})`)
}

/** Removes what was said of patients without studies in corrections of studies that are other people's now. */
async function eraseMovedCorrections(tx: Tx, patientRowIds: readonly string[]): Promise<void> {
  const fields = sql.param([...patientFieldNames])
  await tx.execute(sql`select erase_moved_corrections(${uuids(patientRowIds)}, ${fields}::text[])`)
}

/** Blanks the patient and study of uploaded reports that were of patients without studies, and whose study is somebody else's now. */
async function blankMovedReports(tx: Tx, patientRowIds: readonly string[]): Promise<void> {
  await tx.execute(sql`with recursive gone (id) as (
      select p.id from patients p where p.id = any(${uuids(patientRowIds)})
        and not exists (select 1 from studies s where s.patient_row_id = p.id and s.anonymised_at is null)
      union select p.id from gone g join patients p on p.merged_into = g.id)
    update reports set subject = null where subject ->> 'patientRowId' in (select id::text from gone) and subject is not null`)
}

/** Removes those of these patients who have no study left, and what other people's studies say of them. */
export async function erasePatientRows(tx: Tx, patientRowIds: readonly string[]): Promise<void> {
  await eraseMovedCorrections(tx, patientRowIds)
  await blankMovedReports(tx, patientRowIds)
  const chosen = uuids(patientRowIds)
  const isEmpty = sql`id = any(${chosen}) and not exists (select 1 from studies s where s.patient_row_id = patients.id)`
  await tx.execute(sql`delete from documents where patient_row_id in (select id from patients where ${isEmpty})`)
  await tx.execute(sql`delete from patients where ${isEmpty}`)
  await tx.execute(
    sql`delete from identity_reviews r where not exists (select 1 from identity_review_people p where p.review_id = r.id)`,
  )
}

/** So long an answer of the archive may be on its way that was given before a study was removed. */
const answersOnTheirWay = sql`interval '1 minute'`

/** A study is being removed from the archive, or was a moment ago: what the archive said of it may be older than that. */
export async function isBeingRemoved(tx: Tx, orthancId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from privacy_removals where kind = 'study' and key = ${orthancId}
    and (removed_at is null or removed_at > now() - ${answersOnTheirWay}) limit 1`)
  return rows.length > 0
}

/** The files and images that an action has yet to remove. */
export async function listRemovals(db: Db, actionId: string, limit: number): Promise<Removal[]> {
  const { kind, key } = privacyRemovals
  return db
    .select({ kind, key })
    .from(privacyRemovals)
    .where(and(eq(privacyRemovals.actionId, actionId), isNull(privacyRemovals.removedAt)))
    .orderBy(desc(kind), asc(key))
    .limit(limit)
}

export async function markRemoved(db: Db, actionId: string, { kind, key }: Removal): Promise<void> {
  const own = and(eq(privacyRemovals.actionId, actionId), eq(privacyRemovals.kind, kind), eq(privacyRemovals.key, key))
  await db.update(privacyRemovals).set({ removedAt: sql`now()` }).where(own)
}
