import type { Role } from '@readroom/contracts/permissions'
import { CaseFlag, CaseType, Priority, Sex } from '@readroom/contracts/primitives'
import { StudyStatus } from '@readroom/contracts/study-workflow'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, plannedOnce } from '../client.ts'
import { doctors, labs, users } from '../schema/accounts.ts'
import { studyDiscussions } from '../schema/discussions.ts'
import { documents } from '../schema/documents.ts'
import { assignments, reports, studies, studyEventLog } from '../schema/studies.ts'
import { zipStates, zips } from '../schema/zips.ts'
import { visibleToRole } from '../visibility.ts'
import type { Viewer } from './worklist-filters.ts'

const Instant = z.string().transform((value) => new Date(value).toISOString())

/** What a row of a worklist shows, as the database answers it. */
const WorklistRecord = z.object({
  id: z.string(),
  studyInstanceUid: z.string(),
  orthancId: z.string(),
  patientId: z.string().nullable(),
  patientName: z.string().nullable(),
  patientAge: z.string().nullable(),
  patientSex: Sex.nullable(),
  description: z.string().nullable(),
  modalities: z.array(z.string()),
  seriesCount: z.int(),
  imageCount: z.int(),
  labId: z.string().nullable(),
  labName: z.string().nullable(),
  studyDate: z.string().nullable(),
  receivedAt: Instant,
  reportedAt: Instant.nullable(),
  reportedBy: z.string().nullable(),
  referringPhysician: z.string().nullable(),
  accessionNumber: z.string().nullable(),
  status: StudyStatus,
  priority: Priority,
  caseType: CaseType,
  mlcCase: z.boolean(),
  studyType: z.string().nullable(),
  caseFlags: z.array(CaseFlag),
  documents: z.int(),
  clinicalHistory: z.string(),
  seenBy: z.string().nullable(),
  imagesMissing: z.boolean(),
  imagesDamaged: z.boolean(),
  laboratoryConflict: z.boolean(),
  nameUnreadable: z.boolean(),
  newImages: z.boolean(),
  hasTwin: z.boolean(),
  zipState: z.enum(zipStates).nullable(),
  zipBytes: z.number().nullable(),
  hasReport: z.boolean(),
  discussions: z.int(),
  doctorAssignments: z.array(
    z.object({
      doctorId: z.string(),
      fullName: z.string(),
      specialization: z.string().nullable(),
      isActive: z.boolean(),
      assignedAt: Instant,
    }),
  ),
})
const WorklistRecords = z.array(WorklistRecord)
export type WorklistRecord = z.infer<typeof WorklistRecord>

const historyShown = sql.raw('300')

/** A report that the viewer may download: laboratories get finished ones only. */
const downloadable: Record<Role, SQL> = {
  admin: sql`true`,
  lab_staff: sql`r.status = 'finalized' and r.withdrawn_at is null`,
  doctor_account: sql`true`,
}

type Expression = SQL | ((role: Role) => SQL)

/** How each field is read, in the statement below. A field that is above and not here, or the other way round, does not compile. */
const expressions: Record<keyof WorklistRecord, Expression> = {
  id: sql`studies.id`,
  studyInstanceUid: sql`study_instance_uid`,
  orthancId: sql`orthanc_id`,
  patientId: sql`patient_id`,
  patientName: sql`patient_name`,
  patientAge: sql`patient_age`,
  patientSex: sql`patient_sex`,
  description: sql`description`,
  modalities: sql`modalities`,
  seriesCount: sql`series_count`,
  imageCount: sql`image_count`,
  labId: sql`lab_id`,
  labName: sql`lab.name`,
  studyDate: sql`study_date::text`,
  receivedAt: sql`received_at::text`,
  reportedAt: sql`reported_at::text`,
  reportedBy: sql`reporter.full_name`,
  referringPhysician: sql`referring_physician`,
  accessionNumber: sql`accession_number`,
  status: sql`status`,
  priority: sql`priority`,
  caseType: sql`case_type`,
  mlcCase: sql`mlc_case`,
  studyType: sql`study_type`,
  caseFlags: sql`case_flags`,
  documents: sql`(select count(*)::int from ${documents} doc where doc.patient_row_id = studies.patient_row_id and doc.deleted_at is null)`,
  clinicalHistory: sql`"left"(btrim(clinical_history), ${historyShown})`,
  imagesMissing: sql`images_missing_at is not null`,
  imagesDamaged: sql`images_damaged_at is not null`,
  laboratoryConflict: sql`lab_conflict_at is not null`,
  /** Not of a name that somebody has corrected. */
  nameUnreadable: sql`(name_unreadable and patient_name is not distinct from dicom_patient_name)`,
  newImages: sql`new_images_at is not null`,
  zipState: sql`zip.state`,
  zipBytes: sql`case when zip.state in ('completed', 'expired') then zip.size_bytes end::float8`,
  seenBy: sql`seen.full_name`,
  hasReport: (role) =>
    sql`exists (select 1 from ${reports} r where r.study_id = studies.id and r.deleted_at is null and ${downloadable[role]})`,
  hasTwin: sql`exists (select 1 from ${studies} twin
      where twin.study_instance_uid = studies.study_instance_uid and twin.id <> studies.id)`,
  discussions: sql`(select count(*)::int from ${studyDiscussions} c where c.study_id = studies.id)`,
  doctorAssignments: sql`(select coalesce(json_agg(json_build_object('doctorId', d.id, 'fullName', u.full_name, 'specialization', d.specialization,
        'isActive', u.is_active and d.is_active_profile, 'assignedAt', a.assigned_at) order by a.assigned_at, a.id), '[]')
      from ${assignments} a join ${doctors} d on d.id = a.doctor_id join ${users} u on u.id = d.user_id
      where a.study_id = studies.id and a.unassigned_at is null)`,
}

const selected = (role: Role): SQL =>
  sql.join(
    Object.entries(expressions).map(([field, expression]) => {
      const read = typeof expression === 'function' ? expression(role) : expression
      return sql`${read} as ${sql.identifier(field)}`
    }),
    sql`, `,
  )

const recordsOf = (role: Role) => sql`
  select ${selected(role)}
  from ${studies}
  left join ${labs} lab on lab.id = studies.lab_id
  left join ${doctors} rd on rd.id = studies.reported_by_doctor_id
  left join ${users} reporter on reporter.id = rd.user_id
  left join lateral (
    select z.state, z.size_bytes from ${zips} z
    where z.study_id = studies.id and z.generation = studies.generation order by z.created_at desc limit 1) zip on true
  left join lateral (
    select u.full_name from ${studyEventLog} e join ${users} u on u.id = e.actor_user_id
    where e.study_id = studies.id and e.event = 'opened' order by e.at desc limit 1) seen on true
  where studies.id = any(${sql.placeholder('ids')}::uuid[]) and ${visibleToRole(role)}`

/** One statement per role, built once and planned once for each connection: all of it are lookups by id, whatever the values. */
const statementOf = (role: Role) => plannedOnce(`worklist_records_${role}`, recordsOf(role))

const statements = {
  admin: statementOf('admin'),
  lab_staff: statementOf('lab_staff'),
  doctor_account: statementOf('doctor_account'),
} satisfies Record<Role, unknown>

/** The records of chosen studies, in no order; of those only that the viewer sees. */
export async function readRecords(db: Db, { role, labId, doctorId }: Viewer, ids: readonly string[]): Promise<WorklistRecord[]> {
  return WorklistRecords.parse(await statements[role](db, { ids, labId, doctorId }))
}
