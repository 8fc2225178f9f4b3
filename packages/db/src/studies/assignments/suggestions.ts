import { PresenceFields } from '@readroom/contracts/people/presence'
import { BodyRegion } from '@readroom/contracts/studies/body-regions'
import { studyStatuses, tabOf } from '@readroom/contracts/studies/study-workflow'
import { inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { doctors, labs, users } from '../../access/accounts.schema.ts'
import { assignable } from '../../access/assignable.ts'
import type { Db } from '../../core/client.ts'
import { literals } from '../../core/columns.ts'
import { patients } from '../../patients/patients.schema.ts'
import { doctorPresence } from '../../people/presence.schema.ts'
import { studies } from '../studies.schema.ts'
import { assignments } from './assignments.schema.ts'

/** The study has no report, and a doctor can have it to read. */
export const unreported = sql`${studies.status} in (${literals(studyStatuses.filter((status) => tabOf(status, 'doctor_account') !== 'completed'))})`

/** The shifts and absences of the row's doctor as `PresenceFields`; null if none were saved. */
export const presenceOf = sql`(
  select json_build_object('timeZone', ${doctorPresence.timeZone}, 'shifts', ${doctorPresence.shifts}, 'absences', ${doctorPresence.absences})
  from ${doctorPresence} where ${doctorPresence.doctorId} = ${doctors.id})`

const Candidate = z.object({
  doctorId: z.string(),
  availableDays: z.array(z.string()),
  lastAssignedAt: z.coerce.date().nullable(),
  /** Has an open study of one of the patients. */
  hasPatient: z.boolean(),
  /** Reported the newest prior of one of the studies. */
  wrotePrior: z.boolean(),
  /** Null: all. */
  readsLabIds: z.array(z.string()).nullable(),
  readsModalities: z.array(z.string()).nullable(),
  readsBodyRegions: z.array(BodyRegion).nullable(),
  openMinutesLimit: z.int().nullable(),
  licenseExpiresOn: z.string().nullable(),
  /** Null: none was saved. */
  presence: PresenceFields.nullable(),
  /** The open studies, by their modalities. */
  open: z.array(z.object({ modalities: z.array(z.string()), count: z.int(), emergencies: z.int(), late: z.int() })),
})
export type Candidate = z.infer<typeof Candidate>

const isEmergency = sql`(${studies.caseType} = 'emergency' or ${studies.priority} = 'EMERGENCY')`

/** Returns the statement for every doctor who can be assigned, in the order of their ids. It must not read all studies. */
export function selectCandidates(studyIds: readonly string[]): SQL {
  // Images without a patient ID share a row, and are not of one person.
  const knownPatient = sql`(select ${patients.id} from ${patients} where ${patients.id} = ${studies.patientRowId} and ${patients.patientId} <> '')`
  const asked = sql`(select ${studies.id}, ${knownPatient} as patient_row_id
    from ${studies} where ${inArray(studies.id, [...studyIds])})`
  return sql`
    with asked as materialized ${asked},
    open as materialized (
      select doctor.id as doctor_id, ${studies.id} as id, ${studies.patientRowId} as patient_row_id, ${studies.modalities} as modalities,
        ${isEmergency} as is_emergency, ${studies.dueAt} < now() as is_late
      from ${studies} cross join unnest(${studies.doctorIds}) as doctor(id)
      where ${unreported}),
    recent as (
      select ${assignments.doctorId} as doctor_id, max(${assignments.assignedAt}) as at from ${assignments}
      where ${assignments.unassignedAt} is null and ${assignments.assignedAt} > now() - interval '7 days' group by ${assignments.doctorId}),
    work as (
      select doctor_id, modalities, count(*)::int as count, (count(*) filter (where is_emergency))::int as emergencies,
        (count(*) filter (where is_late))::int as late
      from open where id not in (select id from asked) group by doctor_id, modalities),
    priors as (
      select (select prior.reported_by_doctor_id from ${studies} prior
        where prior.patient_row_id = asked.patient_row_id and prior.id <> asked.id and prior.reported_by_doctor_id is not null
        order by prior.reported_at desc, prior.id limit 1) as doctor_id
      from asked)
    select ${doctors.id} as "doctorId", ${doctors.availableDays} as "availableDays",
      (select at from recent where recent.doctor_id = ${doctors.id}) as "lastAssignedAt",
      exists (select 1 from open join asked on asked.patient_row_id = open.patient_row_id and asked.id <> open.id
        where open.doctor_id = ${doctors.id}) as "hasPatient",
      ${doctors.id} in (select doctor_id from priors where doctor_id is not null) as "wrotePrior",
      ${doctors.readsLabIds} as "readsLabIds", ${doctors.readsModalities} as "readsModalities",
      ${doctors.readsBodyRegions} as "readsBodyRegions",
      ${doctors.openMinutesLimit} as "openMinutesLimit", ${doctors.licenseExpiresOn}::text as "licenseExpiresOn",
      ${presenceOf} as presence,
      coalesce((select json_agg(json_build_object('modalities', modalities, 'count', count, 'emergencies', emergencies, 'late', late))
        from work where work.doctor_id = ${doctors.id}), '[]') as open
    from ${doctors} join ${users} on ${users.id} = ${doctors.userId}
    where ${assignable}
    order by ${doctors.id}`
}

/** Returns every doctor who can be assigned, with their open work and what they have of the studies' patients. */
export async function listCandidates(db: Db, studyIds: readonly string[]): Promise<Candidate[]> {
  const { rows } = await db.execute(selectCandidates(studyIds))
  return z.array(Candidate).parse(rows)
}

const AskedStudy = z.object({
  labId: z.string().nullable(),
  labName: z.string().nullable(),
  modalities: z.array(z.string()),
  bodyParts: z.string(),
  description: z.string().nullable(),
  isEmergency: z.boolean(),
})
/** A study that a doctor is looked for, with what decides who can read it. */
export type AskedStudy = z.infer<typeof AskedStudy>

/** Returns those of the studies that exist. */
export async function listAskedStudies(db: Db, studyIds: readonly string[]): Promise<AskedStudy[]> {
  const { rows } = await db.execute(sql`
    select ${studies.labId} as "labId", ${labs.name} as "labName", ${studies.modalities} as modalities,
      ${studies.bodyParts} as "bodyParts", ${studies.description} as description, ${isEmergency} as "isEmergency"
    from ${studies} left join ${labs} on ${labs.id} = ${studies.labId}
    where ${inArray(studies.id, [...studyIds])}
    order by ${studies.id}`)
  return z.array(AskedStudy).parse(rows)
}
