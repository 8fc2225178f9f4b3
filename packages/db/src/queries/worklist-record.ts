import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { doctors, labs, users } from '../schema/accounts.ts'
import { studyDiscussions } from '../schema/discussions.ts'
import { assignments, reports, studies, studyEventLog, studyZips, type zipRowStates } from '../schema/studies.ts'
import { visibleStudies } from '../visibility.ts'
import type { Viewer } from './worklist-filters.ts'

/** A doctor with an active assignment; `assignedAt` as ISO 8601 in UTC. */
type DoctorAssignment = {
  doctorId: string
  fullName: string
  specialization: string | null
  isActive: boolean
  assignedAt: string
}

const historyShown = 300

const doctorAssignments = sql<DoctorAssignment[]>`(
  select coalesce(json_agg(json_build_object('doctorId', d.id, 'fullName', u.full_name, 'specialization', d.specialization,
    'isActive', u.is_active and d.is_active_profile,
    'assignedAt', to_char(a.assigned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by a.assigned_at, a.id), '[]')
  from ${assignments} a join ${doctors} d on d.id = a.doctor_id join ${users} u on u.id = d.user_id
  where a.study_id = ${studies.id} and a.unassigned_at is null)`

const seenBy = sql<string | null>`(
  select u.full_name from ${studyEventLog} e join ${users} u on u.id = e.actor_user_id
  where e.study_id = ${studies.id} and e.event = 'opened' order by e.at desc limit 1)`

const hasTwin = sql<boolean>`exists (
  select 1 from ${studies} twin where twin.study_instance_uid = ${studies.studyInstanceUid} and twin.id <> ${studies.id})`

const discussions = sql<number>`(select count(*)::int from ${studyDiscussions} c where c.study_id = ${studies.id})`

/** A report that the viewer may download: laboratories get finished ones only. */
const hasReport = ({ role }: Viewer) => sql<boolean>`exists (
  select 1 from ${reports} r where r.study_id = ${studies.id} and r.deleted_at is null
    and (${role === 'lab_staff' ? sql`r.status = 'finalized' and r.withdrawn_at is null` : sql`true`}))`

/** What a row of a worklist shows; the search columns stay where they are. */
const recordColumns = (viewer: Viewer) => ({
  id: studies.id,
  studyInstanceUid: studies.studyInstanceUid,
  orthancId: studies.orthancId,
  patientId: studies.patientId,
  patientName: studies.patientName,
  patientAge: studies.patientAge,
  patientSex: studies.patientSex,
  description: studies.description,
  modalities: studies.modalities,
  seriesCount: studies.seriesCount,
  imageCount: studies.imageCount,
  labId: studies.labId,
  labName: labs.name,
  studyDate: studies.studyDate,
  receivedAt: studies.receivedAt,
  reportedAt: studies.reportedAt,
  reportedBy: users.fullName,
  referringPhysician: studies.referringPhysician,
  accessionNumber: studies.accessionNumber,
  status: studies.status,
  priority: studies.priority,
  caseType: studies.caseType,
  mlcCase: studies.mlcCase,
  studyType: studies.studyType,
  clinicalHistory: sql<string>`"left"(btrim(${studies.clinicalHistory}), ${sql.raw(String(historyShown))})`,
  imagesMissingAt: studies.imagesMissingAt,
  newImagesAt: studies.newImagesAt,
  zipState: sql<(typeof zipRowStates)[number] | null>`zip.state`,
  zipBytes: sql<number | null>`zip.size_bytes::float8`,
  seenBy,
  doctorAssignments,
  hasReport: hasReport(viewer),
  hasTwin,
  discussions,
})

const zip = sql`lateral (
  select z.state, z.size_bytes from ${studyZips} z
  where z.study_id = ${studies.id} and z.generation = ${studies.generation} order by z.created_at desc limit 1) zip`

function selectRecords(db: Db, viewer: Viewer, ids: readonly string[]) {
  return db
    .select(recordColumns(viewer))
    .from(studies)
    .leftJoin(labs, eq(labs.id, studies.labId))
    .leftJoin(doctors, eq(doctors.id, studies.reportedByDoctorId))
    .leftJoin(users, eq(users.id, doctors.userId))
    .leftJoin(zip, sql`true`)
    .where(and(sql`${studies.id} = any(${sql.param(ids)}::uuid[])`, visibleStudies(viewer)))
}

export type WorklistRecord = Awaited<ReturnType<typeof selectRecords>>[number]

/**
 * The records of chosen studies, in no order; of those only that the viewer sees. One statement per role that the server plans once:
 * each of its parts is a lookup by id, whatever the values.
 */
export async function readRecords(db: Db, viewer: Viewer, ids: readonly string[]): Promise<WorklistRecord[]> {
  return selectRecords(db, viewer, ids).prepare(`worklist_records_${viewer.role}`).execute()
}
