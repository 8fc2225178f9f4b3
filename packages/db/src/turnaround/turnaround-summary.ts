import { turnaroundBands } from '@readroom/contracts/turnaround/turnaround'
import {
  type TurnaroundGroup,
  type TurnaroundSummary,
  turnaroundBandIds,
  turnaroundStepLimits,
  turnaroundSteps,
} from '@readroom/contracts/turnaround/turnaround-report'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import type { Db } from '../core/client.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { arrival, dayOf, minutesTaken, type TurnaroundRequest, whereOf } from './turnaround-filters.ts'

/** The columns of each matching reported study, read once for all that a statement counts. */
const factsOf = (where: SQL, columns: SQL) => sql`facts as materialized (
  select ${minutesTaken} as minutes, ${columns} from ${studies} where ${where} and ${studies.reportedAt} >= ${studies.receivedAt})`

const counted = sql`count(*)::int as reported`
/** Each percentile is a value that is there: the smallest that half, or nine tenths, do not exceed. */
const percentiles = sql`percentile_disc(array[0.5, 0.9]) within group (order by minutes) as percentiles`

const later = (a = '', b = '') => (a > b ? a : b) || null
const earlier = (a?: string, b?: string) => (a && b && b < a ? b : (a ?? b ?? null))

/** By how much time the periods are: of the range, which ends where the studies do if it is open. */
function stepOf({ filters: { fromDate, toDate, periodFrom, periodTo } }: TurnaroundRequest): SQL {
  const from = sql`coalesce(${later(fromDate, periodFrom)}::date, min(day))`
  const to = sql`coalesce(${earlier(toDate, periodTo)}::date, max(day))`
  return sql`select case when days <= ${turnaroundStepLimits.day}::int then 'day' when days <= ${turnaroundStepLimits.week}::int then 'week' else 'month' end as step
    from (select coalesce(${to} - ${from} + 1, 1) as days from facts) span`
}

const bandOf = sql`case when minutes <= 0 then 'under1m' ${sql.join(
  turnaroundBands.map(({ id, upTo }) => (Number.isFinite(upTo) ? sql`when minutes <= ${upTo}::int then ${id}` : sql`else ${id}`)),
  sql` `,
)} end`

/** The statement of how many took how long, and when: one row for each value of each key, grouped by its own type. */
export function turnaroundTimes(where: SQL, request: TurnaroundRequest): SQL {
  const { filters, zone } = request
  const columns = sql`${dayOf(filters.dateType, zone)} as day, ${arrival(zone)} as arrived`
  const period = sql`date_trunc((select step from step), day::timestamp)::date as key`
  const hour = sql`date_part('isodow', arrived)::int * 100 + date_part('hour', arrived)::int as key`
  return sql`with ${factsOf(where, columns)}, step as materialized (${stepOf(request)})
    select 'all' as "of", step as key, null as "upTo", reported, percentiles from (select ${counted}, ${percentiles} from facts) total, step
    union all select 'band', key, null, reported, null from (select ${bandOf} as key, ${counted} from facts group by 1) bands
    union all select 'period', key::text, (key + ('1 ' || step)::interval - interval '1 day')::date::text, reported, percentiles
      from (select ${period}, ${counted}, ${percentiles} from facts where day is not null group by 1) periods, step
    union all select 'hour', key::text, null, reported, percentiles
      from (select ${hour}, ${counted}, ${percentiles} from facts group by 1) hours
    order by 1, 2`
}

const dimensions = ['modality', 'laboratory', 'doctor'] as const
type Dimension = (typeof dimensions)[number]

const punctual = sql`count(is_in_time)::int as due, (count(*) filter (where is_in_time))::int as "inTime"`

type Grouped = { of: Dimension; value: SQL; label: SQL; from?: SQL }
const groupsOf = ({ of, value, label, from = sql`facts` }: Grouped) => sql`
  select ${of}::text as "of", value::text, ${label} as label, reported, percentiles, due, "inTime"
  from (select ${value} as value, ${counted}, ${percentiles}, ${punctual} from ${from} group by 1) grouped`

const nameOfLab = sql`(select l.name from ${labs} l where l.id = value)`
const nameOfDoctor = sql`(select u.full_name from ${doctors} d join ${users} u on u.id = d.user_id where d.id = value)`
const ofEachModality = sql`facts cross join lateral unnest(case when modalities = '{}' then array[null]::text[] else modalities end) as one`

/** The statement of who and what took how long: one row for each value of each dimension, the largest first. */
export function turnaroundGroups(where: SQL, { caller: { role, doctorId } }: TurnaroundRequest): SQL {
  const columns = sql`${studies.modalities} as modalities, ${studies.labId} as lab, ${studies.reportedByDoctorId} as reporter,
    ${studies.reportedAt} <= ${studies.dueAt} as is_in_time`
  // Everybody sees on a row who reported it; a doctor is not shown how long colleagues take.
  const reporters = role === 'doctor_account' ? sql`(select * from facts where reporter = ${doctorId}) own` : sql`facts`
  return sql`with ${factsOf(where, columns)}
    ${groupsOf({ of: 'modality', value: sql`one`, label: sql`value`, from: ofEachModality })}
    union all ${groupsOf({ of: 'laboratory', value: sql`lab`, label: nameOfLab })}
    union all ${groupsOf({ of: 'doctor', value: sql`reporter`, label: nameOfDoctor, from: reporters })}
    order by "of", reported desc, label, value`
}

const Percentiles = z.tuple([z.int(), z.int()])
const Rows = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row) })
const Time = z.discriminatedUnion('of', [
  z.object({ of: z.literal('all'), key: z.enum(turnaroundSteps), reported: z.int(), percentiles: Percentiles.nullable() }),
  z.object({ of: z.literal('band'), key: z.enum(turnaroundBandIds), reported: z.int() }),
  z.object({ of: z.literal('period'), key: z.string(), upTo: z.string(), reported: z.int(), percentiles: Percentiles }),
  z.object({ of: z.literal('hour'), key: z.coerce.number(), reported: z.int(), percentiles: Percentiles }),
])
const Group = z.object({
  of: z.enum(dimensions),
  value: z.string().nullable(),
  label: z.string().nullable(),
  reported: z.int(),
  percentiles: Percentiles,
  due: z.int(),
  inTime: z.int(),
})

const named = ([median, percentile90]: z.infer<typeof Percentiles>) => ({ median, percentile90 })

type Times = Omit<TurnaroundSummary, 'modalities' | 'laboratories' | 'doctors'>

function toTimes(rows: z.infer<typeof Time>[]): Times {
  const times: Times = { reported: 0, median: null, percentile90: null, bands: [], step: 'day', periods: [], hours: [] }
  const ofBand = new Map<string, number>()
  for (const row of rows) {
    const { reported } = row
    if (row.of === 'all') Object.assign(times, { reported, step: row.key, ...(row.percentiles && named(row.percentiles)) })
    else if (row.of === 'band') ofBand.set(row.key, reported)
    else if (row.of === 'period') times.periods.push({ from: row.key, to: row.upTo, reported, ...named(row.percentiles) })
    else times.hours.push({ weekday: Math.floor(row.key / 100), hour: row.key % 100, reported, ...named(row.percentiles) })
  }
  return { ...times, bands: turnaroundBandIds.map((band) => ({ band, reported: ofBand.get(band) ?? 0 })) }
}

function toGroups(rows: z.infer<typeof Group>[], dimension: Dimension): TurnaroundGroup[] {
  return rows
    .filter(({ of }) => of === dimension)
    .map(({ of: _of, percentiles, ...group }) => ({ ...group, ...named(percentiles) }))
}

/**
 * Returns the turnaround times of the matching reported studies, grouped for each chart. Runs two statements side by side: each reads and sorts for
 * itself.
 */
export async function summariseTurnaround(db: Db, request: TurnaroundRequest): Promise<TurnaroundSummary> {
  const where = await whereOf(db, request)
  const [times, groups] = await Promise.all([
    db.execute(turnaroundTimes(where, request)),
    db.execute(turnaroundGroups(where, request)),
  ])
  const { rows } = Rows(Group).parse(groups)
  return {
    ...toTimes(Rows(Time).parse(times).rows),
    modalities: toGroups(rows, 'modality'),
    laboratories: toGroups(rows, 'laboratory'),
    doctors: toGroups(rows, 'doctor'),
  }
}
