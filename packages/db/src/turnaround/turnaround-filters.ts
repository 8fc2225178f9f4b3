import { turnaroundBands } from '@readroom/contracts/turnaround/turnaround'
import type { TurnaroundBandId, TurnaroundDateType, TurnaroundFilters } from '@readroom/contracts/turnaround/turnaround-report'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import type { Caller } from '../core/actor.ts'
import type { Db } from '../core/client.ts'
import { uuids } from '../core/columns.ts'
import { foldTexts } from '../core/search-words.ts'
import { doctors } from '../people/doctors.schema.ts'
import { monthsFor } from '../studies/received-months.ts'
import { studies } from '../studies/studies.schema.ts'
import { firstAssignedKey, sortKeyOf } from '../studies/study-sort-keys.ts'
import { visibleStudies } from '../studies/visibility.ts'

/** The caller and the filters of a turnaround report. Days are those of the zone. With `reporterIds`, only reports of these doctors count. */
export type TurnaroundRequest = { caller: Caller; filters: TurnaroundFilters; zone: string; reporterIds?: readonly string[] }

/** Each date as the indexes have it: never null. */
export const dateOf: Record<TurnaroundDateType, SQL> = {
  uploadDate: sortKeyOf.uploadDate,
  studyDate: sortKeyOf.studyDate,
  assignedDate: firstAssignedKey,
  reportDate: sortKeyOf.reportedDate,
}
export const columnOf: Record<TurnaroundDateType, SQL> = {
  uploadDate: sql`${studies.receivedAt}`,
  studyDate: sql`${studies.studyDate}`,
  assignedDate: sql`${studies.firstAssignedAt}`,
  reportDate: sql`${studies.reportedAt}`,
}

type Days = { fromDate?: string | undefined; toDate?: string | undefined }

/** A study date has no zone; of the others, days begin at the zone's midnight. */
function inRange(dateType: TurnaroundDateType, { fromDate, toDate }: Days, zone: string): SQL[] {
  if (!fromDate && !toDate) return []
  const startOf = (day: SQL) => (dateType === 'studyDate' ? day : sql`(${day}::timestamp at time zone ${zone})`)
  return [
    ...(fromDate ? [sql`${dateOf[dateType]} >= ${startOf(sql`${fromDate}::date`)}`] : []),
    ...(toDate ? [sql`${dateOf[dateType]} < ${startOf(sql`(${toDate}::date + 1)`)}`] : []),
    ...(dateType === 'uploadDate' ? [] : [sql`${columnOf[dateType]} is not null`]),
  ]
}

/** Every part of one of them. */
function ofModality({ modality = [] }: TurnaroundFilters): SQL[] {
  const each = modality.map((parts) => sql`${studies.modalities} @> ${`{${parts.split('/').join(',')}}`}::text[]`)
  return each.length > 0 ? [sql`(${sql.join(each, sql` or `)})`] : []
}

export const Ids = z.array(z.object({ id: z.string() }))
/** The text as a whole somewhere in one field. Doctors are few, and looked up first, so that each field is asked of an index. */
async function containsText(db: Db, { search = '' }: TurnaroundFilters): Promise<SQL[]> {
  const { search: words = [] } = await foldTexts(db, { search })
  if (words.length === 0) return []
  const pattern = `%${words.join(' ')}%`
  const named = sql`select d.id from ${doctors} d join ${users} u on u.id = d.user_id where fold_text(u.full_name) like ${pattern}`
  const reporters = Ids.parse((await db.execute(named)).rows).map(({ id }) => id)
  const columns = [studies.searchName, studies.searchPatientId, studies.searchAccession, studies.searchPhysician]
  const fields = [
    ...columns.map((column) => sql`${column} like ${pattern}`),
    // The column holds the clinical history too, which the report does not show.
    sql`(${studies.searchDescription} like ${pattern} and fold_text(${studies.description}) like ${pattern})`,
    ...(reporters.length > 0 ? [sql`${studies.reportedByDoctorId} = any(${uuids(reporters)})`] : []),
  ]
  return [sql`(${sql.join(fields, sql` or `)})`]
}

const took = sql`(${studies.reportedAt} - ${studies.receivedAt})`
const ofMinutes = (minutes: number) => sql`make_interval(mins => ${minutes}::int)`

/** Whole minutes from upload to report. The row's own are counted in `domain/turnaround.ts`. */
export const minutesTaken = sql`floor(date_part('epoch', ${took}) / 60)::int`

/** The first and the last whole minute of each band. */
const minutesOf = (band: TurnaroundBandId): { from: number; upTo: number } => {
  const index = turnaroundBands.findIndex(({ id }) => id === band)
  return { from: index < 0 ? 0 : (turnaroundBands[index - 1]?.upTo ?? 0) + 1, upTo: turnaroundBands[index]?.upTo ?? 0 }
}

function inBand({ band }: TurnaroundFilters): SQL[] {
  if (!band) return []
  const { from, upTo } = minutesOf(band)
  const atLeast = sql`${took} >= ${ofMinutes(from)}`
  return [Number.isFinite(upTo) ? sql`(${atLeast} and ${took} < ${ofMinutes(upTo + 1)})` : atLeast]
}

/** The upload as the zone's clock showed it. */
export const arrival = (zone: string): SQL => sql`(${studies.receivedAt} at time zone ${zone})`

/** The day of a study's date; null if it has none. */
export const dayOf = (dateType: TurnaroundDateType, zone: string): SQL =>
  dateType === 'studyDate' ? columnOf.studyDate : sql`(${columnOf[dateType]} at time zone ${zone})::date`

function arrivedAt({ weekday, hour }: TurnaroundFilters, zone: string): SQL[] {
  return [
    ...(weekday === undefined ? [] : [sql`date_part('isodow', ${arrival(zone)}) = ${weekday}`]),
    ...(hour === undefined ? [] : [sql`date_part('hour', ${arrival(zone)}) = ${hour}`]),
  ]
}

/** The studies of a mark in the charts. */
function ofMark(filters: TurnaroundFilters, zone: string): SQL[] {
  const { dateType, periodFrom, periodTo, hasModality } = filters
  return [
    ...inRange(dateType, { fromDate: periodFrom, toDate: periodTo }, zone),
    ...inBand(filters),
    ...arrivedAt(filters, zone),
    ...(hasModality ? [sql`${studies.modalities} @> array[${hasModality}]::text[]`] : []),
  ]
}

/** The conditions on a study, for any reporter. */
export async function matching(db: Db, { caller, filters, zone }: TurnaroundRequest): Promise<SQL> {
  const { location } = filters
  const ofLocation = location ? [sql`${studies.labId} = ${location}`] : []
  const texts = await containsText(db, filters)
  const { dateType, fromDate, toDate } = filters
  const range = inRange(dateType, filters, zone)
  const months = dateType === 'uploadDate' && fromDate && toDate ? monthsFor(caller, fromDate, toDate) : []
  const asked = [...range, ...months, ...ofLocation, ...ofModality(filters), ...texts, ...ofMark(filters, zone)]
  return sql.join([visibleStudies(caller), ...asked], sql` and `)
}

/** The condition of a request, the doctor's included. */
export async function whereOf(db: Db, request: TurnaroundRequest): Promise<SQL> {
  const { selectedDoctor } = request.filters
  const conditions = [await matching(db, request)]
  if (selectedDoctor) conditions.push(sql`${studies.reportedByDoctorId} = ${selectedDoctor}`)
  if (request.reporterIds) conditions.push(sql`${studies.reportedByDoctorId} = any(${uuids(request.reporterIds)})`)
  return sql.join(conditions, sql` and `)
}
