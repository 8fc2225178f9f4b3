import { presetOf } from '@readroom/contracts/study-filters'
import { sql } from 'drizzle-orm'
import { assignments, sortKeyOf, studies } from '../schema/studies.js'
import { dayOf, dayRangeOf } from './date-preset.js'
import { containsWords, foldTexts } from './search-words.js'

const textKeys = ['searchTerm', 'patientName', 'patientId', 'referringPhysician', 'accession', 'description']
export async function readyFilters(db, filters, clock) {
  const texts = Object.fromEntries(textKeys.flatMap((key) => (filters[key] ? [[key, filters[key]]] : [])))
  return { filters, words: await foldTexts(db, texts), ...clock }
}
const searchColumn = {
  all: sql`${studies.searchAll}`,
  patientName: sql`${studies.searchName}`,
  patientId: sql`${studies.searchPatientId}`,
  accession: sql`${studies.searchAccession}`,
}
const textColumn = {
  patientName: searchColumn.patientName,
  patientId: searchColumn.patientId,
  accession: searchColumn.accession,
  referringPhysician: sql`${studies.searchPhysician}`,
  description: sql`${studies.searchDescription}`,
}
function textConditions({ filters, words }) {
  const columns = { ...textColumn, searchTerm: searchColumn[filters.searchType] }
  return textKeys.flatMap((key) => containsWords(columns[key], words[key] ?? []))
}
/** Midnight at the beginning of a day of the clinic; the zone knows its clock changes. */
const midnight = (day, zone) => sql`(${day}::timestamp at time zone ${zone})`
const midnightAfter = (day, zone) => sql`((${day}::date + 1)::timestamp at time zone ${zone})`
function inDays({ from, to }, { filters, zone }) {
  if (filters.dateType === 'StudyDate')
    return [
      ...(from === null ? [] : [sql`${sortKeyOf.studyDate} >= ${from}::date`]),
      ...(to === null ? [] : [sql`${sortKeyOf.studyDate} <= ${to}::date`]),
      sql`${studies.studyDate} is not null`,
    ]
  return [
    ...(from === null ? [] : [sql`${studies.receivedAt} >= ${midnight(from, zone)}`]),
    ...(to === null ? [] : [sql`${studies.receivedAt} < ${midnightAfter(to, zone)}`]),
  ]
}
const dayMs = 86_400_000
/** A study date has no time zone: the last 24 hours are its days today and yesterday. */
function inLast24h(ready) {
  const since = new Date(ready.now.getTime() - dayMs)
  if (ready.filters.dateType === 'UploadDate') return [sql`${studies.receivedAt} > ${since.toISOString()}::timestamptz`]
  return inDays({ from: dayOf(since, ready.zone), to: null }, ready)
}
/** Received since midnight. */
export const receivedToday = ({ now, zone }) => sql`${studies.receivedAt} >= ${midnight(dayOf(now, zone), zone)}`
/** Assigned since midnight and still: to the viewer, where that is a doctor. */
export function assignedToday({ doctorId }, { now, zone }) {
  const toViewer = doctorId === null ? sql`true` : sql`${assignments.doctorId} = ${doctorId}`
  return sql`${studies.id} in (select study_id from ${assignments}
    where ${assignments.assignedAt} >= ${midnight(dayOf(now, zone), zone)} and ${assignments.unassignedAt} is null and ${toViewer})`
}
function dateConditions(viewer, ready) {
  const { filters, now, zone } = ready
  const preset = presetOf(filters)
  if (preset === 'last24h') return inLast24h(ready)
  if (preset === 'assignedToday') return [assignedToday(viewer, ready)]
  if (preset === 'custom') return inDays({ from: filters.customDateFrom ?? null, to: filters.customDateTo ?? null }, ready)
  const days = dayRangeOf(preset, now, zone)
  return days ? inDays(days, ready) : []
}
/** Values as the list of an `in`. */
export const listed = (values) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )
export const labConditions = ({ selectedLocation = [] }) =>
  selectedLocation.length > 0 ? [sql`lab_id in (${listed(selectedLocation)})`] : []
export const stateConditions = ({ workflowStatus = [], emergency }) => [
  ...(workflowStatus.length ? [sql`status in (${listed(workflowStatus)})`] : []),
  ...(emergency === undefined ? [] : [emergency ? sql`is_emergency` : sql`not is_emergency`]),
]
export function kindConditions({ modality = [], mlc, studyType }) {
  const modalities = modality.map((both) => sql`modalities @> ${`{${both.split('\\').join(',')}}`}::text[]`)
  return [
    ...(modalities.length ? [sql`(${sql.join(modalities, sql` or `)})`] : []),
    ...(mlc === undefined ? [] : [mlc ? sql`mlc_case` : sql`not mlc_case`]),
    ...(studyType ? [sql`study_type = ${studyType}`] : []),
  ]
}
export const asksForTexts = ({ words }) => Object.values(words).some((one) => one.length > 0)
/** True where the filters ask for more than is in the sums of study-counts.ts, whose columns are named as those of `studies`. */
export const asksForDatesOrTexts = (ready) => presetOf(ready.filters) !== 'all' || asksForTexts(ready)
/** What the filters ask of a row of `studies`, the tab apart. */
export function filterConditions(viewer, ready) {
  return [
    ...dateConditions(viewer, ready),
    ...textConditions(ready),
    ...labConditions(ready.filters),
    ...stateConditions(ready.filters),
    ...kindConditions(ready.filters),
  ]
}
//# sourceMappingURL=worklist-filters.js.map
