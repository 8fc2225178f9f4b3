import { caseTypes, priorities } from '@readroom/contracts/core/primitives'
import { PresenceFields } from '@readroom/contracts/people/presence'
import { BodyRegion } from '@readroom/contracts/studies/body-regions'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import { assignable } from '../access/assignable.ts'
import type { Db } from '../core/client.ts'
import { patients } from '../patients/patients.schema.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { groupsOf, lacksOf, presenceOf } from '../studies/assignments/readers.ts'
import { studies } from '../studies/studies.schema.ts'
import { assignmentModes } from './automatic-assignment.schema.ts'

/** The studies that became ready in a time, of one laboratory or all. */
export type SimulatedPeriod = { from: Date; to: Date; labId: string | null }

const Instant = z.coerce.date().nullable()
const ReadyStudy = z.object({
  studyId: z.string(),
  labId: z.string().nullable(),
  labName: z.string().nullable(),
  /** The group that automatic assignment of the laboratory is limited to now. Null: all doctors. */
  groupId: z.string().nullable(),
  modalities: z.array(z.string()),
  bodyParts: z.string(),
  description: z.string().nullable(),
  priority: z.enum(priorities),
  caseType: z.enum(caseTypes),
  /** Null: the images have no patient ID, and share the row with others. */
  patientId: z.string().nullable(),
  readyAt: z.coerce.date(),
  dueAt: Instant,
  assignedAt: Instant,
  reportedAt: Instant,
  /** Who reported the study, else who has it. */
  realDoctorId: z.string().nullable(),
  /** Who had reported the patient's newest prior when the study became ready. */
  priorDoctorId: z.string().nullable(),
})
export type ReadyStudy = z.infer<typeof ReadyStudy>

/** Returns the condition for the studies of a period. */
export const isOfPeriod = ({ from, to, labId }: SimulatedPeriod): SQL =>
  sql`${studies.readyAt} >= ${from} and ${studies.readyAt} < ${to} ${labId === null ? sql`` : sql`and ${studies.labId} = ${labId}`}`

/** Returns the statement for the studies of a period with what became of them, in the order in which they became ready. */
export function selectReadyStudies(period: SimulatedPeriod): SQL {
  return sql`
    select ${studies.id} as "studyId", ${studies.labId} as "labId", ${labs.name} as "labName", ${assignmentModes.groupId} as "groupId", ${studies.modalities} as modalities,
      ${studies.bodyParts} as "bodyParts", ${studies.description} as description,
      ${studies.priority} as priority, ${studies.caseType} as "caseType",
      case when ${patients.patientId} <> '' then ${studies.patientRowId} end as "patientId",
      ${studies.readyAt} as "readyAt", ${studies.dueAt} as "dueAt", ${studies.assignedAt} as "assignedAt", ${studies.reportedAt} as "reportedAt",
      coalesce(${studies.reportedByDoctorId}, ${studies.doctorIds}[1]) as "realDoctorId",
      case when ${patients.patientId} <> '' then (select prior.reported_by_doctor_id from ${studies} prior
        where prior.patient_row_id = ${studies.patientRowId} and prior.id <> ${studies.id} and prior.reported_by_doctor_id is not null
          and prior.reported_at < ${studies.readyAt}
        order by prior.reported_at desc, prior.id limit 1) end as "priorDoctorId"
    from ${studies} join ${patients} on ${patients.id} = ${studies.patientRowId} left join ${labs} on ${labs.id} = ${studies.labId}
      left join ${assignmentModes} on ${assignmentModes.labId} = ${studies.labId}
    where ${isOfPeriod(period)}
    order by ${studies.readyAt}, ${studies.id}`
}

/** Returns the studies of a period with what became of them, in the order in which they became ready. */
export async function listReadyStudies(db: Db, period: SimulatedPeriod): Promise<ReadyStudy[]> {
  const { rows } = await db.execute(selectReadyStudies(period))
  return z.array(ReadyStudy).parse(rows)
}

const SimulatedDoctor = z.object({
  doctorId: z.string(),
  fullName: z.string(),
  isAssignable: z.boolean(),
  availableDays: z.array(z.string()),
  /** Null: all. */
  readsLabIds: z.array(z.string()).nullable(),
  readsModalities: z.array(z.string()).nullable(),
  readsBodyRegions: z.array(BodyRegion).nullable(),
  groupIds: z.array(z.string()),
  openMinutesLimit: z.int().nullable(),
  licenseExpiresOn: z.string().nullable(),
  lacks: z.enum(['reads', 'signIn']).nullable(),
  share: z.int(),
  presence: PresenceFields.nullable(),
})
export type SimulatedDoctor = z.infer<typeof SimulatedDoctor>

/** Returns every doctor as they are now, also those who cannot be assigned any more, in the order of their ids. */
export async function listSimulatedDoctors(db: Db): Promise<SimulatedDoctor[]> {
  const { rows } = await db.execute(sql`
    select ${doctors.id} as "doctorId", ${users.fullName} as "fullName", (${assignable}) as "isAssignable", ${doctors.availableDays} as "availableDays",
      ${doctors.readsLabIds} as "readsLabIds", ${doctors.readsModalities} as "readsModalities",
      ${doctors.readsBodyRegions} as "readsBodyRegions", ${groupsOf} as "groupIds",
      ${doctors.openMinutesLimit} as "openMinutesLimit", ${doctors.licenseExpiresOn}::text as "licenseExpiresOn", ${lacksOf} as lacks, ${doctors.workShare} as share,
      ${presenceOf} as presence
    from ${doctors} join ${users} on ${users.id} = ${doctors.userId}
    order by ${doctors.id}`)
  return z.array(SimulatedDoctor).parse(rows)
}
