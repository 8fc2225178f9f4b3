import { RefusalCause } from '@readroom/contracts/studies/automatic-assignment'
import { forecastHours, forecastWeeks, WaitingCause } from '@readroom/contracts/turnaround/workload'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import { assignable } from '../access/assignable.ts'
import type { Db } from '../core/client.ts'
import { uuids } from '../core/columns.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { isRunning } from '../studies/study-filters.ts'
import { assignmentRefusals } from './automatic-assignment.schema.ts'
import { dateOf, minutesTaken } from './turnaround-filters.ts'

/** Studies that have a deadline and no report. They are few beside all studies, and have an index of their own. */
const isWaiting = sql`${studies.reportedAt} is null and ${studies.dueAt} is not null`
const startOf = (unit: 'day' | 'week', zone: string) =>
  sql`(date_trunc(${unit}, now() at time zone ${zone}) at time zone ${zone})`

const runs = isRunning(sql`now()`)
const waiting = sql`count(*)::int as open, (count(*) filter (where warn_at <= now() and due_at >= now() and ${runs}))::int as "atRisk",
  (count(*) filter (where due_at < now() and ${runs}))::int as late`
const Waiting = z.object({ open: z.int(), atRisk: z.int(), late: z.int() })

/** The facts by which the minutes of a study are expected. */
const what = { modalities: z.array(z.string()), bodyParts: z.string(), description: z.string().nullable() }

const DoctorRow = z.object({
  doctorId: z.string(),
  fullName: z.string(),
  isAssignable: z.boolean(),
  /** The waiting studies, by what they are. */
  open: z.array(Waiting.extend(what)),
  /** The reports since Monday, by what their studies are. */
  reported: z.array(z.object({ ...what, count: z.int(), today: z.int() })),
  medianTurnaround: z.int().nullable(),
  givenBackThisWeek: z.int(),
})
export type DoctorRow = z.infer<typeof DoctorRow>

const whatFields = sql`'modalities', modalities, 'bodyParts', body_parts, 'description', description`

/** Returns the statement for every doctor who can be assigned or has waiting studies, in the order of their names. */
export function selectDoctorWorkloads(zone: string): SQL {
  return sql`
    with open as (
      select doctor.id as doctor_id, modalities, body_parts, description, ${waiting} from ${studies} cross join unnest(${studies.doctorIds}) as doctor(id)
      where ${isWaiting} group by doctor.id, modalities, body_parts, description),
    facts as materialized (
      select ${studies.reportedByDoctorId} as doctor_id, modalities, body_parts, description, ${studies.reportedAt} as reported_at,
        ${minutesTaken} as minutes
      from ${studies} where ${dateOf.reportDate} >= ${startOf('week', zone)} and ${studies.reportedAt} is not null),
    reported as (
      select doctor_id, modalities, body_parts, description, count(*)::int as count,
        (count(*) filter (where reported_at >= ${startOf('day', zone)}))::int as today
      from facts group by doctor_id, modalities, body_parts, description),
    medians as (select doctor_id, percentile_disc(0.5) within group (order by minutes) as minutes from facts group by doctor_id)
    select ${doctors.id} as "doctorId", ${users.fullName} as "fullName", (${assignable}) as "isAssignable",
      coalesce((select json_agg(json_build_object(${whatFields}, 'open', open, 'atRisk', "atRisk", 'late', late))
        from open where open.doctor_id = ${doctors.id}), '[]') as open,
      coalesce((select json_agg(json_build_object(${whatFields}, 'count', count, 'today', today))
        from reported where reported.doctor_id = ${doctors.id}), '[]') as reported,
      (select minutes from medians where medians.doctor_id = ${doctors.id}) as "medianTurnaround",
      (select count(*)::int from ${assignmentRefusals}
        where ${assignmentRefusals.doctorId} = ${doctors.id} and ${assignmentRefusals.at} >= ${startOf('week', zone)}) as "givenBackThisWeek"
    from ${doctors} join ${users} on ${users.id} = ${doctors.userId}
    where (${assignable}) or ${doctors.id} in (select doctor_id from open)
    order by ${users.fullName}, ${doctors.id}`
}

export async function listDoctorWorkloads(db: Db, zone: string): Promise<DoctorRow[]> {
  const { rows } = await db.execute(selectDoctorWorkloads(zone))
  return z.array(DoctorRow).parse(rows)
}

const GivenBack = z.object({ cause: RefusalCause, declined: z.int(), passedOver: z.int() })

/** Returns how many studies doctors gave back since Monday, for each reason. */
export async function countGivenBackByCause(db: Db, zone: string): Promise<z.infer<typeof GivenBack>[]> {
  const { rows } = await db.execute(sql`
    select ${assignmentRefusals.cause} as cause, count(*) filter (where ${assignmentRefusals.kind} = 'declined')::int as declined,
      count(*) filter (where ${assignmentRefusals.kind} = 'passedOver')::int as "passedOver"
    from ${assignmentRefusals} where ${assignmentRefusals.at} >= ${startOf('week', zone)}
    group by 1 order by count(*) desc, 1`)
  return z.array(GivenBack).parse(rows)
}

/** Counts the waiting studies that at least one of these doctors has. */
export async function countWaitingOf(db: Db, doctorIds: readonly string[]): Promise<z.infer<typeof Waiting>> {
  const { rows } = await db.execute(
    sql`select ${waiting} from ${studies} where ${isWaiting} and ${studies.doctorIds} && ${uuids(doctorIds)}`,
  )
  return Waiting.parse(rows[0])
}

const LabRow = Waiting.extend({ labId: z.string(), name: z.string(), arrivedToday: z.int(), expectedSoon: z.int() })

/** Returns the statement for every active laboratory and every other one with waiting studies, in the order of their names. */
export function selectLabWorkloads(zone: string): SQL {
  const arrivedFrom = (from: SQL) =>
    sql`select count(*)::int from ${studies} where ${studies.labId} = ${labs.id} and ${studies.receivedAt} >= ${from}`
  // The same time of the clinic's clock, so that a change of clocks moves nothing.
  const sameTime = sql`((now() at time zone ${zone}) - week * interval '7 days') at time zone ${zone}`
  return sql`
    with open as (select lab_id, ${waiting} from ${studies} where ${isWaiting} and ${studies.labId} is not null group by lab_id)
    select ${labs.id} as "labId", ${labs.name} as name, coalesce(open.open, 0) as open, coalesce("atRisk", 0) as "atRisk", coalesce(late, 0) as late,
      (${arrivedFrom(startOf('day', zone))}) as "arrivedToday",
      (select percentile_disc(0.5) within group (order by arrived) from (
        select (${arrivedFrom(sameTime)} and ${studies.receivedAt} < ${sameTime} + make_interval(hours => ${forecastHours}::int)) as arrived
        from generate_series(1, ${forecastWeeks}::int) week) same) as "expectedSoon"
    from ${labs} left join open on open.lab_id = ${labs.id}
    where ${labs.isActive} or open.open is not null
    order by ${labs.name}, ${labs.id}`
}

export async function listLabWorkloads(db: Db, zone: string): Promise<z.infer<typeof LabRow>[]> {
  const { rows } = await db.execute(selectLabWorkloads(zone))
  return z.array(LabRow).parse(rows)
}

const causeOf = sql`case when not ${runs} then 'paused' when ${studies.doctorIds} = '{}' then 'unassigned' when ${studies.openedAt} is null then 'unopened'
  when ${studies.status} in ('report_in_progress', 'report_drafted') then 'unsigned' else 'unwritten' end`

/** The statement of the waiting studies by what they wait for. */
export const causesStatement = sql`select ${causeOf} as cause, ${waiting} from ${studies} where ${isWaiting} group by 1`

/** Returns the waiting studies by what they wait for. A cause without studies is left out. */
export async function countCauses(db: Db): Promise<({ cause: WaitingCause } & z.infer<typeof Waiting>)[]> {
  const { rows } = await db.execute(causesStatement)
  return z.array(Waiting.extend({ cause: WaitingCause })).parse(rows)
}
