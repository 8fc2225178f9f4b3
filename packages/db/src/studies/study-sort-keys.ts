import type { Sort, SortKey } from '@readroom/contracts/studies/study-filters'
import { type SQL, sql } from 'drizzle-orm'

/** Milliseconds since 1970 of a column, as an index can hold them. */
const milliseconds = (column: string) => `(extract(epoch from ${column} at time zone 'UTC') * 1000)::bigint`

/** Emergencies, then all others, each by their deadline; and a value for what is reported. */
const workOrder = (reported: string) =>
  sql.raw(`(case when reported_at is not null then ${reported}
  when case_type = 'emergency' or priority = 'EMERGENCY' then coalesce(${milliseconds('due_at')}, 9999999999999)
  else 10000000000000 + coalesce(${milliseconds('due_at')}, 9999999999999) end)`)

/** The order of work. What is reported comes last, newest first (docs/decisions/studies/urgency.md). */
const orderOfWork = workOrder(`30000000000000 - ${milliseconds('reported_at')}`)

/** The order of work backwards, read from its greatest value. What is reported comes last, newest first, here too. */
export const orderOfWorkBackwards = workOrder(`${milliseconds('reported_at')} - 30000000000000`)

/** The place of a study's urgency when studies are dealt to doctors: 0 is the most urgent (`urgencyOf`). */
export const dealingRank = sql.raw(`(case
  when case_type = 'emergency' or priority = 'EMERGENCY' then 0
  when case_type = 'stat' or priority = 'STAT' then 1
  when case_type = 'urgent' or priority = 'URGENT' then 2
  when priority = 'HIGH' then 3
  else 4 end)`)

/**
 * The value that each sort compares, before the row's id: never null, and short enough for an index whatever the images say.
 * Lists must use the same expressions, or the indexes are of no use to them.
 */
export const sortKeyOf: Record<SortKey, SQL> = {
  dueDate: orderOfWork,
  uploadDate: sql.raw('received_at'),
  studyDate: sql.raw(`coalesce(study_date, '0001-01-01'::date)`),
  patientName: sql.raw('"left"(search_name, 100)'),
  patientId: sql.raw('"left"(search_patient_id, 100)'),
  accession: sql.raw('"left"(search_accession, 100)'),
  reportedDate: sql.raw(`coalesce(reported_at, '-infinity'::timestamptz)`),
}

/** Returns the value that a sort compares. A deadline has one for each direction, so that reported studies come last in both. */
export const sortKeyFor = ({ key, descending }: Sort): SQL =>
  key === 'dueDate' && descending ? orderOfWorkBackwards : sortKeyOf[key]

/** The month in which a study arrived, in months since the year 0 (UTC), as an array of one: the text index reads the studies of some months by it. */
export const receivedMonth = sql.raw(
  `(array[(extract(year from received_at at time zone 'UTC') * 12 + extract(month from received_at at time zone 'UTC'))::int])`,
)

/** The sort key of the first assignment, for the turnaround report. */
export const firstAssignedKey = sql.raw(`coalesce(first_assigned_at, '-infinity'::timestamptz)`)
