import type { Role } from '@readroom/contracts/core/permissions'
import { Sex } from '@readroom/contracts/core/primitives'
import { StudyStatus } from '@readroom/contracts/studies/study-workflow'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import type { Caller } from '../core/actor.ts'
import { type Db, plannedOnce } from '../core/client.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { assignments } from '../studies/assignments/assignments.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { studyEventLog } from '../studies/study-events.schema.ts'
import { visibleToRole } from '../studies/visibility.ts'

const At = z.coerce.date()

const TurnaroundRecord = z.object({
  id: z.string(),
  status: StudyStatus,
  patientId: z.string().nullable(),
  patientName: z.string().nullable(),
  patientSex: Sex.nullable(),
  referringPhysician: z.string().nullable(),
  accessionNumber: z.string().nullable(),
  description: z.string().nullable(),
  modalities: z.array(z.string()),
  seriesCount: z.int(),
  imageCount: z.int(),
  labName: z.string().nullable(),
  isBilled: z.boolean(),
  studyDate: z.string().nullable(),
  receivedAt: At,
  firstAssignedAt: At.nullable(),
  openedAt: At.nullable(),
  reportedAt: At.nullable(),
  reportedBy: z.string().nullable(),
  reportedByDoctorId: z.string().nullable(),
  assignedDoctorId: z.string().nullable(),
  pausedSeconds: z.int(),
  /** The resets, finished reports and recalls of a study that was reset, oldest first; otherwise none. */
  events: z.array(z.object({ event: z.enum(['reset', 'uploaded', 'finalized', 'recalled']), at: At })),
})
export type TurnaroundRecord = z.infer<typeof TurnaroundRecord>

/** The newest assignment that stands; of a doctor, whom it is shown to, their own. */
const assignedDoctor = sql`(select a.doctor_id from ${assignments} a where a.study_id = studies.id and a.unassigned_at is null
  order by a.doctor_id is not distinct from ${sql.placeholder('doctorId')}::uuid desc, a.assigned_at desc, a.id desc limit 1)`

const recordsOf = (role: Role) => sql`
  select studies.id, status, patient_id as "patientId", patient_name as "patientName", patient_sex as "patientSex",
    referring_physician as "referringPhysician", accession_number as "accessionNumber", description, modalities,
    series_count as "seriesCount", image_count as "imageCount", lab.name as "labName",
    'billedStudy' = any(case_flags) as "isBilled", study_date::text as "studyDate", received_at as "receivedAt",
    first_assigned_at as "firstAssignedAt", opened_at as "openedAt", reported_at as "reportedAt",
    reporter.full_name as "reportedBy", reported_by_doctor_id as "reportedByDoctorId", ${assignedDoctor} as "assignedDoctorId",
    paused_seconds as "pausedSeconds",
    case when cycle = 1 then '[]' else (select coalesce(json_agg(json_build_object('event', e.event, 'at', e.at) order by e.at, e.id), '[]')
      from ${studyEventLog} e where e.study_id = studies.id and e.event in ('reset', 'uploaded', 'finalized', 'recalled')) end as events
  from ${studies}
  left join ${labs} lab on lab.id = studies.lab_id
  left join ${doctors} rd on rd.id = studies.reported_by_doctor_id
  left join ${users} reporter on reporter.id = rd.user_id
  where studies.id = any(${sql.placeholder('ids')}::uuid[]) and ${visibleToRole(role)}`

/** One statement per role, as of the worklist's rows: lookups by id, planned once for each connection. */
const statementOf = (role: Role) => plannedOnce(`tat_records_${role}`, recordsOf(role))

const statements = {
  admin: statementOf('admin'),
  lab_staff: statementOf('lab_staff'),
  doctor_account: statementOf('doctor_account'),
} satisfies Record<Role, unknown>

/** The records of chosen studies, in their order; of those only that the caller sees. */
export async function readTurnaroundRecords(
  db: Db,
  { role, labId, doctorId }: Caller,
  ids: readonly string[],
): Promise<TurnaroundRecord[]> {
  const records = z.array(TurnaroundRecord).parse(await statements[role](db, { ids, labId, doctorId }))
  const byId = new Map(records.map((record) => [record.id, record]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
