import { type TatBandId, type TatDateType, type TatFilters, tatBands } from '@readroom/contracts/tat'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../client.ts'
import { doctors, users } from '../schema/accounts.ts'
import { firstAssignedKey, sortKeyOf, studies } from '../schema/studies.ts'
import { visibleStudies } from '../visibility.ts'
import { foldTexts } from './search-words.ts'
import type { Viewer } from './worklist-filters.ts'

/** Whose report, of what; days are those of the zone. */
export type TatRequest = { viewer: Viewer; filters: TatFilters; zone: string }

/** Each date as the indexes have it: never null. */
export const dateOf: Record<TatDateType, SQL> = {
  uploadDate: sortKeyOf.uploadDate,
  studyDate: sortKeyOf.studyDate,
  assignedDate: firstAssignedKey,
  reportDate: sortKeyOf.reportedDate,
}
export const columnOf: Record<TatDateType, SQL> = {
  uploadDate: sql`${studies.receivedAt}`,
  studyDate: sql`${studies.studyDate}`,
  assignedDate: sql`${studies.firstAssignedAt}`,
  reportDate: sql`${studies.reportedAt}`,
}

type Days = { fromDate?: string | undefined; toDate?: string | undefined }

/** A study date has no zone; of the others, days begin at the zone's midnight. */
function inRange(dateType: TatDateType, { fromDate, toDate }: Days, zone: string): SQL[] {
  if (!fromDate && !toDate) return []
  const startOf = (day: SQL) => (dateType === 'studyDate' ? day : sql`(${day}::timestamp at time zone ${zone})`)
  return [
    ...(fromDate ? [sql`${dateOf[dateType]} >= ${startOf(sql`${fromDate}::date`)}`] : []),
    ...(toDate ? [sql`${dateOf[dateType]} < ${startOf(sql`(${toDate}::date + 1)`)}`] : []),
    ...(dateType === 'uploadDate' ? [] : [sql`${columnOf[dateType]} is not null`]),
  ]
}

/** Every part of one of them. */
function ofModality({ modality = [] }: TatFilters): SQL[] {
  const each = modality.map((parts) => sql`${studies.modalities} @> ${`{${parts.split('/').join(',')}}`}::text[]`)
  return each.length > 0 ? [sql`(${sql.join(each, sql` or `)})`] : []
}

export const Ids = z.array(z.object({ id: z.string() }))
const uuids = (ids: readonly string[]) => sql`${sql.param(ids)}::uuid[]`

/** The text as a whole somewhere in one field. Doctors are few, and looked up first, so that each field is asked of an index. */
async function containsText(db: Db, { search = '' }: TatFilters): Promise<SQL[]> {
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
const minutesOf = (band: TatBandId): { from: number; upTo: number } => {
  const index = tatBands.findIndex(({ id }) => id === band)
  return { from: index < 0 ? 0 : (tatBands[index - 1]?.upTo ?? 0) + 1, upTo: tatBands[index]?.upTo ?? 0 }
}

function inBand({ band }: TatFilters): SQL[] {
  if (!band) return []
  const { from, upTo } = minutesOf(band)
  const atLeast = sql`${took} >= ${ofMinutes(from)}`
  return [Number.isFinite(upTo) ? sql`(${atLeast} and ${took} < ${ofMinutes(upTo + 1)})` : atLeast]
}

/** The upload as the zone's clock showed it. */
export const arrival = (zone: string): SQL => sql`(${studies.receivedAt} at time zone ${zone})`

/** The day of a study's date; null where it has none. */
export const dayOf = (dateType: TatDateType, zone: string): SQL =>
  dateType === 'studyDate' ? columnOf.studyDate : sql`(${columnOf[dateType]} at time zone ${zone})::date`

function arrivedAt({ weekday, hour }: TatFilters, zone: string): SQL[] {
  return [
    ...(weekday === undefined ? [] : [sql`date_part('isodow', ${arrival(zone)}) = ${weekday}`]),
    ...(hour === undefined ? [] : [sql`date_part('hour', ${arrival(zone)}) = ${hour}`]),
  ]
}

/** What a mark of the charts stands for. */
function ofMark(filters: TatFilters, zone: string): SQL[] {
  const { dateType, periodFrom, periodTo, hasModality } = filters
  return [
    ...inRange(dateType, { fromDate: periodFrom, toDate: periodTo }, zone),
    ...inBand(filters),
    ...arrivedAt(filters, zone),
    ...(hasModality ? [sql`${studies.modalities} @> array[${hasModality}]::text[]`] : []),
  ]
}

/** What is asked of a study, whoever reported it. */
export async function matching(db: Db, { viewer, filters, zone }: TatRequest): Promise<SQL> {
  const { location } = filters
  const ofLocation = location ? [sql`${studies.labId} = ${location}`] : []
  const texts = await containsText(db, filters)
  const range = inRange(filters.dateType, filters, zone)
  const asked = [...range, ...ofLocation, ...ofModality(filters), ...texts, ...ofMark(filters, zone)]
  return sql.join([visibleStudies(viewer), ...asked], sql` and `)
}

/** The condition of a request, the doctor's included. */
export async function whereOf(db: Db, request: TatRequest): Promise<SQL> {
  const { selectedDoctor } = request.filters
  const where = await matching(db, request)
  return selectedDoctor ? sql`${where} and ${studies.reportedByDoctorId} = ${selectedDoctor}` : where
}
