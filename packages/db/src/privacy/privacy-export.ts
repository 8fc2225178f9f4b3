import { patientFieldNames } from '@readroom/contracts/patients/record-fields'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../core/client.ts'
import { literals } from '../core/columns.ts'
import { familyOf } from '../patients/patient-merges.ts'
import { waitingOrdersOf } from './erasure.ts'

/** The rows about a person in their export, without those that only admit others or find rows. */
const Row = z.record(z.string(), z.unknown())

const StudyRecord = z.object({
  study: Row,
  details: Row.nullable(),
  series: z.array(Row),
  /** The identities on its images, if they name several people. */
  people: z.array(Row),
  comments: z.array(Row),
  history: z.array(Row),
  assignments: z.array(Row),
  signedReports: z.array(Row),
  draft: Row.nullable(),
  draftAnnotations: Row.nullable(),
  criticalResults: z.array(Row),
  keyImages: z.array(Row),
  dispatches: z.array(Row),
  /** Without the messages, which repeat the reports. */
  deliveries: z.array(Row),
})
export const PatientData = z.object({
  patient: Row,
  /** Of people who were found to be the same person. */
  joinedRecords: z.array(Row),
  formerIds: z.array(z.string()),
  merges: z.array(Row),
  /** Changes that connected systems asked for, without whom they name: that may be somebody else, and nobody has decided yet. */
  waitingChanges: z.array(Row),
  documents: z.array(Row),
  /** Those without a study too, with their history. */
  orders: z.array(Row),
  studies: z.array(StudyRecord),
})
export type PatientData = z.infer<typeof PatientData>

const nameOf = (column: string) => sql`(select full_name from users where id = ${sql.raw(column)})`
const doctorName = sql`(select u.full_name from doctors d join users u on u.id = d.user_id where d.id = t.doctor_id)`

/** Columns of a patient that say nothing about the person. */
const ownOfPortal = sql`array['next_document', 'hold_reason', 'person', 'merged_into', 'identity_review_id',
  'hl7_fields']`

/** Columns of a waiting change about the people whom it names. */
const ofTheNamed = sql`array['lab_id', 'patient_id', 'previous_id', 'patient_name', 'birth_date', 'sex']`

/** Tables with rows of a patient, but of no study, that the statement below does not read, and the reason. */
export const notExported: Record<string, string> = {
  fhir_patient_changes: 'are times of rows that are exported',
  identity_review_people: 'is a comparison with other people',
}

/** Selects everything that the database has about a patient, as JSON. */
export function patientDataOf(patientRowId: string): SQL {
  const list = (table: string, more = sql`'{}'::jsonb`, order = sql`t.id`) => sql`coalesce((select jsonb_agg(
    to_jsonb(t) - 'study_id' || ${more} order by ${order}) from ${sql.identifier(table)} t where t.study_id = s.id), '[]')`
  const family = familyOf([patientRowId])
  const familyIds = sql`${family} select id from family`
  const familyTexts = sql`${family} select known.patient_id from family f join patients known on known.id = f.id where known.patient_id is not null`
  /** Without the record of another patient, whose study it was when it was saved. */
  const ownDetails = sql`case when t.event = 'edited' and (t.details ->> 'patientRowId')::uuid not in (${familyIds})
    then jsonb_build_object('details', jsonb_build_object('changes', (select coalesce(jsonb_agg(c), '[]')
      from jsonb_array_elements(t.details -> 'changes') c where c ->> 'field' not in (${literals(patientFieldNames)})))) else '{}' end`
  const deliveries = (
    subject: SQL,
  ) => sql`(select coalesce(jsonb_agg(to_jsonb(t) - array['study_id', 'order_id', 'merge_id', 'content'] || jsonb_build_object(
    'destination', (select name from result_destinations where id = t.destination_id)) order by t.position), '[]') from result_deliveries t where ${subject})`
  return sql`
    select to_jsonb(p) - ${ownOfPortal} || jsonb_build_object('laboratory', (select name from labs where id = p.lab_id)) as patient,
      coalesce((select jsonb_agg(to_jsonb(m) - ${ownOfPortal} order by m.person, m.id) from patients m
        where m.id <> p.id and m.id in (${familyIds})), '[]') as "joinedRecords",
      array(select patient_id from patient_aliases where patient_row_id in (${familyIds}) order by created_at) as "formerIds",
      coalesce((select jsonb_agg(jsonb_build_object('reason', m.reason, 'merged_at', m.merged_at, 'merged_by', ${nameOf('m.merged_by')},
          'sender', m.sender, 'undone_at', m.undone_at, 'deliveries', ${deliveries(sql`t.merge_id = m.id`)}) order by m.id)
        from patient_merges m where m.into_row_id in (${familyIds})), '[]') as merges,
      coalesce((select jsonb_agg(to_jsonb(w) - ${ofTheNamed} order by w.id) from waiting_patient_changes w
        where w.lab_id = p.lab_id and (w.patient_id in (${familyTexts}) or w.previous_id in (${familyTexts}))), '[]') as "waitingChanges",
      coalesce((select jsonb_agg(to_jsonb(d) - 'object_key' || jsonb_build_object('uploaded_by', ${nameOf('d.uploaded_by')}) order by d.number)
        from documents d where d.patient_row_id = p.id and d.deleted_at is null), '[]') as documents,
      coalesce((select jsonb_agg(to_jsonb(o) - array['search_all', 'patient_id_texts'] || jsonb_build_object('history', (
          select coalesce(jsonb_agg(to_jsonb(e) - 'order_id' || jsonb_build_object('by', ${nameOf('e.actor_user_id')}) order by e.id), '[]')
          from order_events e where e.order_id = o.id), 'deliveries', ${deliveries(sql`t.order_id = o.id`)}) order by o.id)
        from orders o where o.id in (${waitingOrdersOf([patientRowId])}) or o.id in (select m.order_id from order_matches m join studies s on s.id = m.study_id
          where m.ended_at is null and s.patient_row_id = p.id)), '[]') as orders,
      coalesce((select jsonb_agg(jsonb_build_object(
        'study', to_jsonb(s) - array['search_name', 'search_patient_id', 'search_accession', 'search_physician', 'search_description',
          'search_all', 'doctor_keys', 'doctor_ids', 'tab', 'archive_version', 'instances_hash', 'files_hash', 'content_hash'],
        'details', (select to_jsonb(t) - 'study_id' from study_details t where t.study_id = s.id),
        'series', ${list('series')},
        'people', ${list('study_people', sql`jsonb_build_object('accepted_by', ${nameOf('t.accepted_by')})`)},
        'comments', ${list('study_discussions', sql`jsonb_build_object('author', ${nameOf('t.author_id')})`)},
        'history', ${list('study_events', sql`jsonb_build_object('by', ${nameOf('t.actor_user_id')}) || ${ownDetails}`)},
        'assignments', ${list('assignments', sql`jsonb_build_object('doctor', ${doctorName})`)},
        'signedReports', ${list('report_versions', sql`jsonb_build_object('signedBy', ${nameOf('t.signed_by')})`)},
        'draft', (select to_jsonb(t) - 'study_id' from report_drafts t where t.study_id = s.id),
        'draftAnnotations', (select to_jsonb(t) - 'study_id' from draft_annotations t where t.study_id = s.id),
        'criticalResults', ${list('critical_results')},
        'keyImages', (select coalesce(jsonb_agg(to_jsonb(t) - array['study_id', 'object_key'] || jsonb_build_object('taken_by', ${nameOf('t.taken_by')})
          order by t.id), '[]') from key_images t where t.study_id = s.id),
        'deliveries', ${deliveries(sql`t.study_id = s.id`)},
        'dispatches', ${list('report_dispatches')}) order by s.id)
        from studies s where s.patient_row_id = p.id), '[]') as studies
    from patients p where p.id = ${patientRowId}::uuid`
}

/** Returns everything that the database has about a patient; null if the patient is gone. */
export async function readPatientData(db: Db, patientRowId: string): Promise<PatientData | null> {
  const { rows } = await db.execute(patientDataOf(patientRowId))
  return rows[0] ? PatientData.parse(rows[0]) : null
}

const StoredFile = z.object({
  studyId: z.uuid(),
  kind: z.enum(['report', 'document', 'key-image']),
  fileName: z.string(),
  key: z.string(),
})
export type StoredFile = z.infer<typeof StoredFile>

/** The files in storage about a patient: reports of every version, with their Word documents, and documents. */
export async function listPatientFiles(db: Db, patientRowId: string): Promise<StoredFile[]> {
  const { rows } = await db.execute(sql`
    select * from (
      select r.study_id as "studyId", 'report' as kind, 'v' || r.version || '_' || r.file_name as "fileName", r.object_key as key, r.uploaded_at as at
        from reports r join studies s on s.id = r.study_id
        where s.patient_row_id = ${patientRowId}::uuid and r.deleted_at is null and r.sha256 is not null
      union all select r.study_id, 'report', 'v' || r.version || '_report.docx', w.object_key, r.uploaded_at
        from report_word_documents w join reports r on r.id = w.report_id join studies s on s.id = r.study_id
        where s.patient_row_id = ${patientRowId}::uuid
      union all select k.study_id, 'key-image', k.id || case k.content_type when 'image/png' then '.png' else '.jpg' end, k.object_key, k.taken_at
        from key_images k join studies s on s.id = k.study_id where s.patient_row_id = ${patientRowId}::uuid
      union all select d.study_id, 'document', d.number || '_' || d.file_name, d.object_key, d.uploaded_at
        from documents d where d.patient_row_id = ${patientRowId}::uuid and d.deleted_at is null) f
    order by at, key`)
  return z.array(StoredFile).parse(rows)
}

const Look = z.object({
  at: z.coerce.date(),
  action: z.string(),
  person: z.string().nullable(),
  role: z.string().nullable(),
  targetType: z.string(),
  targetId: z.string(),
})
export type Look = z.infer<typeof Look>

/** The audit entries about a patient, the records that were merged into theirs, and their studies, oldest first, in pages by entry. */
export async function listLooks(db: Db, patientRowId: string, after: number, limit: number): Promise<(Look & { id: number })[]> {
  const { rows } = await db.execute(sql`
    select l.id, l.at, l.action, u.full_name as person, u.role, l.target_type as "targetType", l.target_id as "targetId"
    from audit_log l left join users u on u.id = l.actor_user_id
    where l.id > ${after} and (l.target_type, l.target_id) in (
      ${familyOf([patientRowId])} select 'patient', id::text from family union all select 'study', id::text from studies where patient_row_id = ${patientRowId}::uuid)
    order by l.id limit ${limit}`)
  return z.array(Look.extend({ id: z.coerce.number() })).parse(rows)
}
