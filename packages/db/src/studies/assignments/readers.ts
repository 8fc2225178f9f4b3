import { CaseType, Priority } from '@readroom/contracts/core/primitives'
import { PresenceFields } from '@readroom/contracts/people/presence'
import { BodyRegion } from '@readroom/contracts/studies/body-regions'
import { studyStatuses, tabOf } from '@readroom/contracts/studies/study-workflow'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../../access/accounts.schema.ts'
import { assignable } from '../../access/assignable.ts'
import type { Db } from '../../core/client.ts'
import { literals, uuids } from '../../core/columns.ts'
import { doctorGroupMembers } from '../../people/doctor-groups.schema.ts'
import { doctors } from '../../people/doctors.schema.ts'
import { doctorPresence } from '../../people/presence.schema.ts'
import { assignmentDeficits, assignmentProposals } from '../../turnaround/automatic-assignment.schema.ts'
import { studies } from '../studies.schema.ts'
import type { AskedStudy } from './asked-studies.ts'
import { assignments } from './assignments.schema.ts'

/** The study has no report, and a doctor can have it to read. */
const unreported = sql`${studies.status} in (${literals(studyStatuses.filter((status) => tabOf(status, 'doctor_account') !== 'completed'))})`

/** The conditions of the index `studies_to_deal`. */
export const isWaiting = sql`${studies.doctorIds} = '{}' and ${studies.status} = 'pending_assignment' and ${studies.reportedAt} is null
  and ${studies.settledAt} is not null`

/** The shifts and absences of the row's doctor as `PresenceFields`; null if none were saved. */
export const presenceOf = sql`(
  select json_build_object('timeZone', ${doctorPresence.timeZone}, 'shifts', ${doctorPresence.shifts}, 'absences', ${doctorPresence.absences})
  from ${doctorPresence} where ${doctorPresence.doctorId} = ${doctors.id})`

/** What the row's doctor lacks to be given studies by automatic assignment: somebody who says what they read, or a first sign-in. */
export const lacksOf = sql`case when ${doctors.readsChosenAt} is null then 'reads' when ${users.firstSignedInAt} is null then 'signIn' end`

/** The ids of the groups that the row's doctor is in. */
export const groupsOf = sql`array(select ${doctorGroupMembers.groupId} from ${doctorGroupMembers} where ${doctorGroupMembers.doctorId} = ${doctors.id})`

const OpenFacts = z.object({
  studyId: z.string(),
  priority: Priority,
  caseType: CaseType,
  dueAt: z.coerce.date().nullable(),
  modalities: z.array(z.string()),
  bodyParts: z.string(),
  description: z.string().nullable(),
  /** Null: no patient of the asked studies. */
  patientId: z.string().nullable(),
  isProposed: z.boolean(),
})

const openFacts = sql`${studies.id} as study_id, ${studies.priority} as priority, ${studies.caseType} as case_type, ${studies.dueAt} as due_at,
  ${studies.modalities} as modalities, ${studies.bodyParts} as body_parts, ${studies.description} as description, ${studies.patientRowId} as patient_row_id`

const ReaderFacts = z.object({
  doctorId: z.string(),
  availableDays: z.array(z.string()),
  presence: PresenceFields.nullable(),
  /** Null: all. */
  readsLabIds: z.array(z.string()).nullable(),
  readsModalities: z.array(z.string()).nullable(),
  readsBodyRegions: z.array(BodyRegion).nullable(),
  groupIds: z.array(z.string()),
  openMinutesLimit: z.int().nullable(),
  licenseExpiresOn: z.string().nullable(),
  lacks: z.enum(['reads', 'signIn']).nullable(),
  share: z.int(),
  deficit: z.number(),
  deficitAt: z.coerce.date().nullable(),
  lastAssignedAt: z.coerce.date().nullable(),
  /** The open and the proposed studies. */
  open: z.array(OpenFacts),
})
/** A doctor who can be assigned, with what decides who gets a study. */
export type ReaderFacts = z.infer<typeof ReaderFacts>

/** Returns the statement for all doctors who can be assigned, in the order of their ids. It must not read all studies. */
export const selectReaders = (patientIds: readonly string[]): SQL => sql`
  with open as materialized (
    select doctor.id as doctor_id, false as is_proposed, ${openFacts} from ${studies} cross join unnest(${studies.doctorIds}) as doctor(id) where ${unreported}
    union all
    select ${assignmentProposals.doctorId}, true, ${openFacts}
    from ${assignmentProposals} join ${studies} on ${studies.id} = ${assignmentProposals.studyId}
    where ${isWaiting} and ${assignmentProposals.cycle} = ${studies.cycle}),
  work_of as (
    select doctor_id, json_agg(json_build_object('studyId', study_id, 'priority', priority, 'caseType', case_type, 'dueAt', due_at, 'modalities', modalities,
      'bodyParts', body_parts, 'description', description, 'isProposed', is_proposed, 'patientId',
      case when patient_row_id = any(${uuids(patientIds)}) then patient_row_id end)) as open
    from open group by doctor_id),
  recent as (
    select ${assignments.doctorId} as doctor_id, max(${assignments.assignedAt}) as at from ${assignments}
    where ${assignments.unassignedAt} is null and ${assignments.assignedAt} > now() - interval '7 days' group by ${assignments.doctorId})
  select ${doctors.id} as "doctorId", ${doctors.availableDays} as "availableDays",
    ${presenceOf} as presence, ${doctors.readsLabIds} as "readsLabIds", ${doctors.readsModalities} as "readsModalities",
      ${doctors.readsBodyRegions} as "readsBodyRegions", ${groupsOf} as "groupIds",
    ${doctors.openMinutesLimit} as "openMinutesLimit", ${doctors.licenseExpiresOn}::text as "licenseExpiresOn", ${lacksOf} as lacks, ${doctors.workShare} as share,
    coalesce(${assignmentDeficits.deficit}, 0) as deficit, ${assignmentDeficits.deficitAt} as "deficitAt",
    recent.at as "lastAssignedAt", coalesce(work_of.open, '[]') as open
  from ${doctors} join ${users} on ${users.id} = ${doctors.userId}
    left join ${assignmentDeficits} on ${assignmentDeficits.doctorId} = ${doctors.id}
    left join recent on recent.doctor_id = ${doctors.id}
    left join work_of on work_of.doctor_id = ${doctors.id}
  where ${assignable}
  order by ${doctors.id}`

/** Returns all doctors who can be assigned, with their deficits and their open work. */
export async function listReaders(db: Db, asked: readonly Pick<AskedStudy, 'patientId'>[]): Promise<ReaderFacts[]> {
  const { rows } = await db.execute(selectReaders(asked.flatMap(({ patientId }) => patientId ?? [])))
  return z.array(ReaderFacts).parse(rows)
}
