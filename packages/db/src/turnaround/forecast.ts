import { CaseType, Priority } from '@readroom/contracts/core/primitives'
import { forecastWeeks, hoursAhead } from '@readroom/contracts/turnaround/workload'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../core/client.ts'
import { labs } from '../people/labs.schema.ts'
import { assignments } from '../studies/assignments/assignments.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { isRunning } from '../studies/study-filters.ts'
import { assignmentModes } from './automatic-assignment.schema.ts'

const facts = sql`${studies.labId} as "labId", ${labs.name} as "labName", ${studies.modalities} as modalities, ${studies.bodyParts} as "bodyParts",
  ${studies.description} as description`

const Facts = z.object({
  labId: z.string().nullable(),
  labName: z.string().nullable(),
  modalities: z.array(z.string()),
  bodyParts: z.string(),
  description: z.string().nullable(),
})

const OpenStudy = Facts.extend({
  priority: Priority,
  caseType: CaseType,
  dueAt: z.coerce.date(),
  /** The doctors who have it, and will until a person gives it to others. Empty: it is dealt to whoever reads it in time. */
  heldBy: z.array(z.string()),
})

/** Automatic assignment can still take the study from its doctor: nobody has opened it. */
const isDealtAgain = sql`${studies.status} = 'assigned_to_doctor' and ${assignmentModes.mode} <> 'off' and exists (
  select 1 from ${assignments} where ${assignments.studyId} = ${studies.id} and ${assignments.unassignedAt} is null and ${assignments.dealtBy} is not null)`

/** The statement of the studies that have a deadline and no report, and are not paused. */
const openStudiesStatement = sql`
  select ${facts}, ${studies.priority} as priority, ${studies.caseType} as "caseType", ${studies.dueAt} as "dueAt",
    case when ${isDealtAgain} then '{}' else ${studies.doctorIds} end as "heldBy"
  from ${studies} left join ${labs} on ${labs.id} = ${studies.labId} left join ${assignmentModes} on ${assignmentModes.labId} = ${studies.labId}
  where ${studies.reportedAt} is null and ${studies.dueAt} is not null and ${isRunning(sql`now()`)}
  order by ${studies.dueAt}, ${studies.id}`

/** Returns the studies that have a deadline and no report, and are not paused, by deadline. */
export async function listOpenStudies(db: Db): Promise<z.infer<typeof OpenStudy>[]> {
  const { rows } = await db.execute(openStudiesStatement)
  return z.array(OpenStudy).parse(rows)
}

/** Equal studies that arrived in the same hour of an earlier week. */
const Arrivals = Facts.extend({
  /** How many weeks ago, from 1. */
  week: z.int(),
  /** The hour of the forecast, from 0. */
  hour: z.int(),
  count: z.int(),
  /** The median of the minutes from upload to deadline. Null: without deadlines. */
  dueMinutes: z.int().nullable(),
})

/** Returns the statement for what arrived in the next hours of the same weekday in the last weeks, by the clinic's clock. It must not read all studies. */
function selectArrivals(zone: string): SQL {
  const local = sql`(now() at time zone ${zone})`
  const back = sql`week * interval '7 days'`
  const firstHour = sql`date_trunc('hour', ${local}) - ${back}`
  return sql`
    select week, arrived.* from generate_series(1, ${forecastWeeks}::int) week cross join lateral (
      select ${facts}, floor(extract(epoch from (${studies.receivedAt} at time zone ${zone}) - (${firstHour})) / 3600)::int as hour,
        count(*)::int as count,
        floor(extract(epoch from percentile_disc(0.5) within group (order by ${studies.dueAt} - ${studies.receivedAt})) / 60)::int as "dueMinutes"
      from ${studies} left join ${labs} on ${labs.id} = ${studies.labId}
      where ${studies.receivedAt} >= (${local} - ${back}) at time zone ${zone}
        and ${studies.receivedAt} < (${firstHour} + make_interval(hours => ${hoursAhead}::int)) at time zone ${zone}
      group by 1, 2, 3, 4, 5, 6) arrived
    where hour between 0 and ${hoursAhead - 1}::int`
}

/** Returns what arrived in the next hours of the same weekday in the last weeks. */
export async function listArrivals(db: Db, zone: string): Promise<z.infer<typeof Arrivals>[]> {
  const { rows } = await db.execute(selectArrivals(zone))
  return z.array(Arrivals).parse(rows)
}
