import { PresenceFields } from '@readroom/contracts/people/presence'
import type { ReaderDeficit } from '@readroom/contracts/studies/assignment-engine'
import { BodyRegion } from '@readroom/contracts/studies/body-regions'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { doctors, users } from '../access/accounts.schema.ts'
import { assignable } from '../access/assignable.ts'
import type { Db, Tx } from '../core/client.ts'
import { uuids } from '../core/columns.ts'
import { type Before, type Passed, passed } from '../core/locks.ts'
import { doctorGroupMembers } from '../people/doctor-groups.schema.ts'
import { assignments } from '../studies/assignments/assignments.schema.ts'
import { presenceOf, unreported } from '../studies/assignments/suggestions.ts'
import { studies } from '../studies/studies.schema.ts'
import { dealingRank } from '../studies/study-sort-keys.ts'
import { assignmentDeficits, assignmentProposals } from './automatic-assignment.schema.ts'
import { isWaiting, type StudyFacts } from './dealing.ts'

/** The ids of the groups that the row's doctor is in. */
export const groupsOf = sql`array(select ${doctorGroupMembers.groupId} from ${doctorGroupMembers} where ${doctorGroupMembers.doctorId} = ${doctors.id})`

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
  share: z.int(),
  deficit: z.number(),
  deficitAt: z.coerce.date().nullable(),
  lastAssignedAt: z.coerce.date().nullable(),
  /** The open and the proposed studies, by their modalities. */
  open: z.array(z.object({ modalities: z.array(z.string()), count: z.int(), stat: z.int() })),
  openPatientIds: z.array(z.string()),
})
/** A doctor who can be assigned, with what the engine asks about them. */
export type ReaderFacts = z.infer<typeof ReaderFacts>

/** Returns the statement for all doctors who can be assigned. Their patients are those of `patientIds`. It must not read all studies. */
export const selectReaders = (studyIds: readonly string[], patientIds: readonly string[]): SQL => sql`
  with open as materialized (
    select doctor.id as doctor_id, ${studies.patientRowId} as patient_row_id, ${studies.modalities} as modalities, ${dealingRank} < 2 as is_stat
    from ${studies} cross join unnest(${studies.doctorIds}) as doctor(id)
    where ${unreported}
    union all
    select ${assignmentProposals.doctorId}, ${studies.patientRowId}, ${studies.modalities}, ${dealingRank} < 2
    from ${assignmentProposals} join ${studies} on ${studies.id} = ${assignmentProposals.studyId}
    where ${isWaiting} and ${assignmentProposals.cycle} = ${studies.cycle} and ${studies.id} <> all(${uuids(studyIds)})),
  work as (
    select doctor_id, modalities, count(*)::int as count, (count(*) filter (where is_stat))::int as stat
    from open group by doctor_id, modalities),
  work_of as (
    select doctor_id, json_agg(json_build_object('modalities', modalities, 'count', count, 'stat', stat)) as open from work group by doctor_id),
  patients_of as (
    select doctor_id, array_agg(distinct patient_row_id) as ids from open where patient_row_id = any(${uuids(patientIds)}) group by doctor_id),
  recent as (
    select ${assignments.doctorId} as doctor_id, max(${assignments.assignedAt}) as at from ${assignments}
    where ${assignments.unassignedAt} is null and ${assignments.assignedAt} > now() - interval '7 days' group by ${assignments.doctorId})
  select ${doctors.id} as "doctorId", ${doctors.availableDays} as "availableDays",
    ${presenceOf} as presence, ${doctors.readsLabIds} as "readsLabIds", ${doctors.readsModalities} as "readsModalities",
      ${doctors.readsBodyRegions} as "readsBodyRegions", ${groupsOf} as "groupIds",
    ${doctors.openMinutesLimit} as "openMinutesLimit", ${doctors.licenseExpiresOn}::text as "licenseExpiresOn", ${doctors.workShare} as share,
    coalesce(${assignmentDeficits.deficit}, 0) as deficit, ${assignmentDeficits.deficitAt} as "deficitAt",
    recent.at as "lastAssignedAt", coalesce(work_of.open, '[]') as open, coalesce(patients_of.ids, '{}') as "openPatientIds"
  from ${doctors} join ${users} on ${users.id} = ${doctors.userId}
    left join ${assignmentDeficits} on ${assignmentDeficits.doctorId} = ${doctors.id}
    left join recent on recent.doctor_id = ${doctors.id}
    left join work_of on work_of.doctor_id = ${doctors.id}
    left join patients_of on patients_of.doctor_id = ${doctors.id}
  where ${assignable}
  order by ${doctors.id}`

/** Returns all doctors who can be assigned, with their open work and their deficits. */
export async function listReaders(db: Db, facts: readonly StudyFacts[]): Promise<ReaderFacts[]> {
  const studyIds = facts.map(({ studyId }) => studyId)
  const { rows } = await db.execute(
    selectReaders(
      studyIds,
      facts.flatMap(({ patientId }) => patientId ?? []),
    ),
  )
  return z.array(ReaderFacts).parse(rows)
}

/** Keeps all doctors who can be assigned, and their accounts, as they are until the transaction ends. */
export async function holdReaders<T extends Before<'account'>>(tx: T): Promise<[tx: Passed<T, 'account'>, held: undefined]> {
  await tx.execute(sql`
    select ${users.id} from ${users} join ${doctors} on ${doctors.userId} = ${users.id}
    where ${assignable} order by ${users.id} for share of ${users}, ${doctors}`)
  return passed(tx, 'account', undefined)
}

/** Writes the deficits that deals left. */
export async function keepDeficits(tx: Tx<'dealing'>, deficits: readonly ReaderDeficit[]): Promise<void> {
  if (deficits.length === 0) return
  await tx
    .insert(assignmentDeficits)
    .values(deficits.map(({ doctorId, deficit, deficitAt }) => ({ doctorId, deficit, deficitAt: new Date(deficitAt) })))
    .onConflictDoUpdate({
      target: assignmentDeficits.doctorId,
      set: { deficit: sql`excluded.deficit`, deficitAt: sql`excluded.deficit_at` },
    })
}

const DealtDoctor = z.object({
  doctorId: z.string(),
  isAssignable: z.boolean(),
  licenseExpiresOn: z.string().nullable(),
  availableDays: z.array(z.string()),
  presence: PresenceFields.nullable(),
})
export type DealtDoctor = z.infer<typeof DealtDoctor>

/** Returns the doctors who have studies that were dealt to them. */
export async function listDealtDoctors(db: Db): Promise<DealtDoctor[]> {
  const { rows } = await db.execute(sql`
    select ${doctors.id} as "doctorId", (${assignable}) as "isAssignable", ${doctors.licenseExpiresOn}::text as "licenseExpiresOn",
      ${doctors.availableDays} as "availableDays", ${presenceOf} as presence
    from ${doctors} join ${users} on ${users.id} = ${doctors.userId}
    where exists (select 1 from ${assignments}
      where ${assignments.doctorId} = ${doctors.id} and ${assignments.dealtBy} is not null and ${assignments.unassignedAt} is null)
    order by ${doctors.id}`)
  return z.array(DealtDoctor).parse(rows)
}
