import {
  type DeadlineBand,
  presetOf,
  type StudyFilterKey,
  type StudyFilters,
  unassigned,
} from '@readroom/contracts/studies/study-filters'
import { ofEachYesNo, type YesNoFilter } from '@readroom/contracts/studies/yes-no-filters'
import { type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../core/actor.ts'
import type { Db } from '../core/client.ts'
import { containsWords, containsWordsByGrams, foldTexts, type Words } from '../core/search-words.ts'
import { assignments } from './assignments/assignments.schema.ts'
import { type DayRange, dayOf, dayRangeOf } from './date-preset.ts'
import { monthsFor } from './received-months.ts'
import { studies } from './studies.schema.ts'
import { sortKeyOf } from './study-sort-keys.ts'
import { yesNoFilters } from './yes-no-filters.ts'

/** The time and the zone at which the lists are read: presets mean the days of the clinic. */
export type Clock = { now: Date; zone: string }

/** `words`: what was typed into a filter of texts, folded. `isByGrams`: the statement looks long words up in the index of grams. */
export type ReadyFilters = { filters: StudyFilters; words: Partial<Record<string, Words>>; isByGrams?: boolean } & Clock

/** Midnight at the beginning of a day of the clinic; the zone knows its clock changes. */
const midnight = (day: string, zone: string) => sql`(${day}::timestamp at time zone ${zone})`
const midnightAfter = (day: string, zone: string) => sql`((${day}::date + 1)::timestamp at time zone ${zone})`

function inDays({ from, to }: DayRange, { filters, now, zone }: ReadyFilters, caller: Caller): SQL[] {
  if (filters.dateType === 'StudyDate')
    return [
      ...(from === null ? [] : [sql`${sortKeyOf.studyDate} >= ${from}::date`]),
      ...(to === null ? [] : [sql`${sortKeyOf.studyDate} <= ${to}::date`]),
      sql`${studies.studyDate} is not null`,
    ]
  return [
    ...(from === null ? [] : [sql`${studies.receivedAt} >= ${midnight(from, zone)}`]),
    ...(to === null ? [] : [sql`${studies.receivedAt} < ${midnightAfter(to, zone)}`]),
    ...(from === null ? [] : monthsFor(caller, from, to ?? dayOf(now, zone))),
  ]
}

const dayMs = 86_400_000

/** A study date has no time zone: the last 24 hours are its days today and yesterday. */
function inLast24h(ready: ReadyFilters, caller: Caller): SQL[] {
  const since = new Date(ready.now.getTime() - dayMs)
  if (ready.filters.dateType === 'UploadDate') return [sql`${studies.receivedAt} > ${since.toISOString()}::timestamptz`]
  return inDays({ from: dayOf(since, ready.zone), to: null }, ready, caller)
}

/** The result of these filters changes with every moment, and not only with the day. */
export const followsClock = (filters: StudyFilters): boolean =>
  (presetOf(filters) === 'last24h' && filters.dateType === 'UploadDate') || filters.deadline !== undefined

/** Received since midnight. */
export const receivedToday = ({ now, zone }: Clock) => sql`${studies.receivedAt} >= ${midnight(dayOf(now, zone), zone)}`

/** Assigned since midnight and still: to the caller, if that is a doctor. */
export function assignedToday({ doctorId }: Caller, { now, zone }: Clock): SQL {
  const toViewer = doctorId === null ? sql`true` : sql`${assignments.doctorId} = ${doctorId}`
  return sql`${studies.id} in (select study_id from ${assignments}
    where ${assignments.assignedAt} >= ${midnight(dayOf(now, zone), zone)} and ${assignments.unassignedAt} is null and ${toViewer})`
}

function dateConditions(ready: ReadyFilters, caller: Caller): SQL[] {
  const { filters, now, zone } = ready
  const preset = presetOf(filters)
  if (preset === 'last24h') return inLast24h(ready, caller)
  if (preset === 'assignedToday') return [assignedToday(caller, ready)]
  if (preset === 'custom')
    return inDays({ from: filters.customDateFrom ?? null, to: filters.customDateTo ?? null }, ready, caller)
  const days = dayRangeOf(preset, now, zone)
  return days ? inDays(days, ready, caller) : []
}

/** Values as the list of an `in`. */
export const listed = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )

function modalityConditions({ modality = [] }: StudyFilters): SQL[] {
  const modalities = modality.map((both) => sql`modalities @> ${`{${both.split('\\').join(',')}}`}::text[]`)
  return modalities.length ? [sql`(${sql.join(modalities, sql` or `)})`] : []
}

const searchColumn = {
  all: sql`${studies.searchAll}`,
  patientName: sql`${studies.searchName}`,
  patientId: sql`${studies.searchPatientId}`,
  accession: sql`${studies.searchAccession}`,
} satisfies Record<StudyFilters['searchType'], SQL>

/**
 * The tables that can count the studies that a filter leaves: `rows` of `studies` alone, or their `texts`; the sums of both study_totals and
 * study_counts (`state`), those by laboratory, or those of study_counts alone (`kind`). The conditions of the latter three name columns that the sums
 * have too.
 */
type CountedBy = 'rows' | 'texts' | 'laboratory' | 'state' | 'kind'
type Filter = { countedBy: CountedBy; conditions: (ready: ReadyFilters, caller: Caller) => SQL[] }

/** `isInAll`: the words of the column are in `search_all` too. */
const text = (key: StudyFilterKey, column: (filters: StudyFilters) => SQL, { isInAll }: { isInAll: boolean }): Filter => ({
  countedBy: 'texts',
  conditions: ({ filters, words, isByGrams }) => {
    const asked = words[key]
    if (asked === undefined) return []
    // Nothing of what was typed is a letter or a digit: it is found nowhere.
    if (asked.length === 0) return [sql`false`]
    return isByGrams && isInAll
      ? containsWordsByGrams(column(filters), sql`${studies.searchAll}`, asked)
      : containsWords(column(filters), asked)
  },
})
const sumOf = (countedBy: CountedBy, conditions: (filters: StudyFilters) => SQL[]): Filter => ({
  countedBy,
  conditions: ({ filters }) => conditions(filters),
})

function yesNo(name: YesNoFilter): Filter {
  const { countedBy, condition } = yesNoFilters[name]
  const table = typeof countedBy === 'object' ? 'rows' : countedBy
  return sumOf(table, ({ [name]: asked }) => (asked === undefined ? [] : [asked ? condition : sql`not ${condition}`]))
}

/** Only administrators may filter by the other doctors of a study: nobody else learns them by asking. */
function assignedToConditions({ filters: { assignedTo = [] } }: ReadyFilters, { role }: Caller): SQL[] {
  if (role !== 'admin' || assignedTo.length === 0) return []
  const doctors = assignedTo.filter((asked) => asked !== unassigned)
  const ways = [
    ...(doctors.length > 0 ? [sql`${studies.doctorKeys} && ${`{${doctors.join(',')}}`}::text[]`] : []),
    ...(assignedTo.includes(unassigned) ? [sql`${studies.doctorIds} = '{}'`] : []),
  ]
  return [sql`(${sql.join(ways, sql` or `)})`]
}

/** The study is not paused. A pause that ends by itself leaves its columns as they are. */
export const isRunning = (now: SQL) => sql`(paused_until is null or paused_until <= ${now})`

/** As in the turnaround report: a report that comes when it is due is in time. */
const inBand: Record<DeadlineBand, (now: SQL) => SQL> = {
  onTime: (now) => sql`(due_at >= ${now} and (warn_at is null or warn_at > ${now}) and ${isRunning(now)})`,
  atRisk: (now) => sql`(warn_at <= ${now} and due_at >= ${now} and ${isRunning(now)})`,
  late: (now) => sql`(due_at < ${now} and ${isRunning(now)})`,
  paused: (now) => sql`paused_until > ${now}`,
}

/** Without a report: what is reported is neither at risk nor late any more, and a report ends a pause. */
function deadlineConditions({ filters: { deadline = [] }, now }: ReadyFilters): SQL[] {
  if (deadline.length === 0) return []
  const at = sql`${now.toISOString()}::timestamptz`
  const bands = deadline.map((band) => inBand[band](at))
  return [sql`reported_at is null`, sql`(${sql.join(bands, sql` or `)})`]
}

/** Every filter, in the order of its conditions. */
const filterTable: Record<StudyFilterKey, Filter> = {
  quickDatePreset: { countedBy: 'rows', conditions: dateConditions },
  searchTerm: text('searchTerm', ({ searchType }) => searchColumn[searchType], { isInAll: true }),
  patientName: text('patientName', () => searchColumn.patientName, { isInAll: true }),
  patientId: text('patientId', () => searchColumn.patientId, { isInAll: true }),
  referringPhysician: text('referringPhysician', () => sql`${studies.searchPhysician}`, { isInAll: false }),
  accession: text('accession', () => searchColumn.accession, { isInAll: true }),
  description: text('description', () => sql`${studies.searchDescription}`, { isInAll: false }),
  selectedLocation: sumOf('laboratory', ({ selectedLocation = [] }) =>
    selectedLocation.length > 0 ? [sql`lab_id in (${listed(selectedLocation)})`] : [],
  ),
  workflowStatus: sumOf('state', ({ workflowStatus = [] }) =>
    workflowStatus.length > 0 ? [sql`status in (${listed(workflowStatus)})`] : [],
  ),
  ...ofEachYesNo(yesNo),
  modality: sumOf('kind', modalityConditions),
  assignedTo: { countedBy: 'rows', conditions: assignedToConditions },
  caseFlag: {
    countedBy: 'rows',
    conditions: ({ filters: { caseFlag = [] } }) =>
      caseFlag.length > 0 ? [sql`case_flags && ${`{${caseFlag.join(',')}}`}::text[]`, sql`case_flags <> '{}'`] : [],
  },
  deadline: { countedBy: 'rows', conditions: deadlineConditions },
  studyType: sumOf('kind', ({ studyType }) => (studyType ? [sql`study_type = ${studyType}`] : [])),
}

const byKey: Partial<Record<string, Filter>> = filterTable

/** Folds what was typed. */
export async function readyFilters(db: Db, filters: StudyFilters, clock: Clock): Promise<ReadyFilters> {
  const typed = Object.entries(filters).flatMap(([key, value]) =>
    byKey[key]?.countedBy === 'texts' && typeof value === 'string' && value !== '' ? [[key, value] as const] : [],
  )
  return { filters, words: await foldTexts(db, Object.fromEntries(typed)), ...clock }
}

/** The conditions on a row of the filters that are counted in one of these ways, the tab apart. */
export function conditionsCountedBy(countedBy: readonly CountedBy[], caller: Caller, ready: ReadyFilters): SQL[] {
  return Object.values(filterTable)
    .filter((filter) => countedBy.includes(filter.countedBy))
    .flatMap(({ conditions }) => conditions(ready, caller))
}

export const asksForTexts = ({ words }: ReadyFilters): boolean => Object.values(words).some((one) => one && one.length > 0)

const year = /^(?:19|20)\d\d$/

/** The year that all fields are searched for. */
export function yearAsked({ filters, words: { searchTerm = [] } }: ReadyFilters): string | null {
  const [word = ''] = searchTerm
  return filters.searchType === 'all' && searchTerm.length === 1 && year.test(word) ? word : null
}

export const inYear = (asked: string): SQL =>
  sql`(${sortKeyOf.studyDate} between ${`${asked}-01-01`}::date and ${`${asked}-12-31`}::date)`

/** The filters' conditions on a row of `studies`, the tab apart. */
export const filterConditions = (caller: Caller, ready: ReadyFilters): SQL[] =>
  Object.values(filterTable).flatMap(({ conditions }) => conditions(ready, caller))
