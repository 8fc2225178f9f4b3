import { maxCounted } from '@readroom/contracts/studies/studies'
import type { Sort } from '@readroom/contracts/studies/study-filters'
import { statusesUnder, studyTabs, type Tab } from '@readroom/contracts/studies/study-workflow'
import { type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../core/actor.ts'
import {
  betweenMonths,
  inMonth,
  isMonthOf,
  monthsBackwards,
  receivedInLastYear,
  receivedInYear,
  startOfLastYear,
} from '../studies/received-months.ts'
import { studies } from '../studies/studies.schema.ts'
import { asksForTexts, filterConditions, inYear, listed, type ReadyFilters, yearAsked } from '../studies/study-filters.ts'
import { sortKeyFor } from '../studies/study-sort-keys.ts'
import { searchedStudies, visibleStudies } from '../studies/visibility.ts'
import { yesNoFilters } from '../studies/yes-no-filters.ts'
import { statusCounts } from './study-counts.ts'
import type { Reader } from './worklist-rows.ts'
import { presentVersion } from './worklist-version.ts'

/** The last row of a page: where the next one goes on. `value` is what the sort compares, as PostgreSQL writes it. */
export type WorklistPosition = { value: string; id: string }

/** `studyIds`: of these studies only. */
export type WorklistSelection = {
  caller: Reader
  tab: Tab
  ready: ReadyFilters
  studyIds?: readonly string[] | undefined
  /** Counts are exact while a text matches at most this many completed studies. */
  countUpTo?: number
}
/** `steps`: how many rows of a list are read in its order to fill a page of a search that finds very much. */
export type WorklistPage = WorklistSelection & { sort: Sort; limit: number; after: WorklistPosition | null; steps?: number }

const sortType = {
  dueDate: 'bigint',
  uploadDate: 'timestamptz',
  studyDate: 'date',
  patientName: 'text',
  patientId: 'text',
  accession: 'text',
  reportedDate: 'timestamptz',
} satisfies Record<Sort['key'], string>

const ofIds = (studyIds: readonly string[]) => sql`id = any(${sql.param(studyIds)}::uuid[])`

/** The conditions on a row, except for visibility. `isByGrams`: the rows are looked up in the index of grams, and not read one by one. */
const narrowed = ({ caller, ready, studyIds }: Omit<WorklistSelection, 'tab'>, isByGrams: boolean) =>
  sql.join([sql`true`, ...filterConditions(caller, { ...ready, isByGrams }), ...(studyIds ? [ofIds(studyIds)] : [])], sql` and `)

const conditionsOf = ({ tab, ...selection }: WorklistSelection) =>
  sql`${visibleStudies(selection.caller, tab)} and ${narrowed(selection, true)}`

type Cut = Pick<WorklistPage, 'sort' | 'limit' | 'after'>

/** The value that a sort compares, the position after the previous page, and the direction. Equal values are told apart by the row's id: no page repeats or loses a row. */
function orderOf({ sort, after }: Pick<Cut, 'sort' | 'after'>, key: SQL) {
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  const beyond = sql.raw(sort.descending ? '<' : '>')
  const seek = after ? sql`(${key}, id) ${beyond} (${after.value}::${sql.raw(sortType[sort.key])}, ${after.id}::uuid)` : sql`true`
  return { seek, order: sql`${key} ${direction}, id ${direction}` }
}

/** The page that begins after a position. `key`: what the sort compares, of the rows of `from`, which ends with a condition. */
function cutPage(cut: Cut, key: SQL, from: SQL): SQL {
  const { seek, order } = orderOf(cut, key)
  return sql`select id, ${key}::text as value, row_number() over (order by ${order}) as place from ${from} and ${seek}
    order by ${order} limit ${cut.limit}`
}

/** The statement of one page of the caller's studies: which they are, and in what order. */
export const worklistPage = (page: WorklistPage): SQL =>
  cutPage(page, sortKeyFor(page.sort), sql`${studies} where ${conditionsOf(page)}`)

const together = (page: SQL, counts: SQL) => sql`
  select id, value, place::int, null as status, null as count, null::json as version from (${page}) page
  union all select null, null, null, status, count, null from (${counts}) counts
  union all select null, null, null, null, null, ${presentVersion}`

const unfinished = studyTabs.filter((tab) => tab !== 'completed')

type Likely = { part: SQL; matches: SQL }

/**
 * The part of the completed studies in which a text is probably found often enough, and the conditions on a study there. Nearly all matches of a year are
 * studies of that year, where the planner believes them spread over the table. So an administrator's are read by the index of study dates, without a
 * condition on the text that another index answers. A doctor's and a laboratory's studies have an index by month alone.
 */
function likelyOf(selection: Omit<WorklistSelection, 'tab'>): Likely {
  const { caller, ready } = selection
  const matches = narrowed(selection, true)
  const year = yearAsked(ready)
  if (year === null) return { part: receivedInLastYear(ready.now), matches }
  if (caller.role !== 'admin') return { part: receivedInYear(year), matches }
  const { searchTerm: _year, ...words } = ready.words
  const others = narrowed({ ...selection, ready: { ...ready, words } }, true)
  return { part: inYear(year), matches: sql`${others} and strpos(${studies.searchAll}, ${year}) > 0` }
}

/**
 * Selects the studies that a text is found in, as the table `found`: all of the unfinished work, and of completed studies one more than are counted.
 * A fragment of many names is in every twentieth study, and to look into each of those takes longer than anybody waits for a number. So the studies of
 * the last twelve months, or of the year that is asked for, are searched first (`likely`), of which up to `lookedUp` are read: often they are enough.
 */
function foundIn(
  { countUpTo = maxCounted, ...selection }: Omit<WorklistSelection, 'tab'>,
  key: SQL,
  lookedUp = countUpTo + 1,
): SQL {
  const { caller } = selection
  const left = sql.join(
    unfinished.map((tab) => visibleStudies(caller, tab)),
    sql` or `,
  )
  const read = (of: SQL, matches: SQL) => sql`select id, ${key} as key, status from ${studies} where ${of} and ${matches}`
  const completed = searchedStudies(caller, 'completed')
  const likely = likelyOf(selection)
  return sql`likely as materialized (${read(completed, likely.matches)} and ${likely.part} limit ${lookedUp}),
    found as materialized (${read(sql`${studies.tab} <> 'completed' and (${left})`, narrowed(selection, false))}
      union all select * from likely union all (${read(completed, narrowed(selection, true))} and not (${likely.part})
      limit (select greatest(${countUpTo + 1} - count(*), 0) from likely)))`
}

const foundCounts = sql`select status, count(*)::int as count from found group by status`

const under = (tab: Tab, { role }: Caller) => sql`status in (${listed(statusesUnder(tab, role))})`

/** Of a doctor's or a laboratory's studies of the last twelve months so many matches are looked up: nearly always all of them. */
const mostOwn = 2_000

/** A page of the newest arrivals of a doctor or a laboratory is cut from their matches of the last twelve months, if those fill it. */
const readsOwnYear = ({ caller, ready, sort, countUpTo = maxCounted }: WorklistPage): boolean =>
  caller.role !== 'admin' && sort.key === 'uploadDate' && sort.descending && yearAsked(ready) === null && countUpTo < mostOwn

/** All matches of the last twelve months were looked up, and those fill the page. Its key is the time of arrival. */
function isFilledByOwnYear({ caller, ready, tab, limit }: WorklistPage, seek: SQL): SQL {
  const start = sql`${startOfLastYear(ready.now).toISOString()}::timestamptz`
  const arrived = sql`(select id, status, key as received_at from found) arrived`
  return sql`((select count(*) from likely) < ${mostOwn} and (
    select count(*) from ${arrived} where ${under(tab, caller)} and ${seek} and received_at >= ${start}) >= ${limit})`
}

/** So many rows of a list are read in its order to fill a page, before everything that matches is looked up instead. */
const fewSteps = 5_000

/** As many times more are read if the first held so much that they should do. */
const further = 8

/** The columns that filters and sorts read: with all eighty columns a walk takes twice as long. */
const walkedColumns = sql.join(
  [
    studies.id,
    studies.receivedAt,
    studies.studyDate,
    studies.reportedAt,
    studies.labId,
    studies.status,
    studies.modalities,
    ...Object.values(yesNoFilters).map(({ column }) => column),
    studies.studyType,
    studies.caseFlags,
    studies.doctorIds,
    studies.doctorKeys,
    studies.searchAll,
    studies.searchName,
    studies.searchPatientId,
    studies.searchAccession,
    studies.searchPhysician,
    studies.searchDescription,
    studies.priority,
    studies.caseType,
    studies.dueAt,
    studies.warnAt,
    studies.pausedUntil,
  ],
  sql`, `,
)

/** The newest arrivals of a year are looked up month by month: they lie close together, but may be far down the list, and there are very many. */
const isByMonth = ({ ready, sort }: WorklistPage): boolean =>
  yearAsked(ready) !== null && sort.key === 'uploadDate' && sort.descending

/** The newest arrivals of a year, month by month until the page is full. `matches`: the conditions on a study. */
function newestByMonth(page: WorklistPage, year: string, key: SQL, matches: SQL): SQL {
  const { caller, limit } = page
  // In the months of the year nearly every study is one: an administrator's are read in their order, by the index of all arrivals.
  const isRead = caller.role === 'admin' ? isMonthOf(year) : sql`false`
  const found = orderOf(page, sql`key`)
  const read = orderOf(page, key)
  // `offset 0` lets the planner look the others up. To find few in their order it would read all of the month.
  return sql`select of_month.* from ${monthsBackwards}, lateral (
    (select id, key from (select id, ${key} as key from ${studies} where not ${isRead} and ${inMonth} and ${matches} offset 0) matching
      where ${found.seek} order by ${found.order} limit ${limit})
    union all
    (select id, ${key} as key from ${studies} where ${isRead} and ${betweenMonths} and ${matches} and ${read.seek}
      order by ${read.order} limit ${limit})) of_month limit ${limit}`
}

/** Selects what matches, for a page that is far down the list: everything, or enough of it to fill the page. */
function lookedUp(page: WorklistPage, key: SQL, condition: SQL): SQL {
  const { caller, tab, ready } = page
  const matches = sql`${searchedStudies(caller, tab)} and ${narrowed(page, true)} and ${condition}`
  const year = yearAsked(ready)
  return year !== null && isByMonth(page)
    ? newestByMonth(page, year, key, matches)
    : sql`select id, ${key} as key from ${studies} where ${matches}`
}

/**
 * The statement of a page with its counts, and the version of both. The matches of a text are looked up once, and the page is cut from them. If the
 * matches are incomplete, the list is read in its order: with so many matches it soon has a page, unless nearly all of them are far down.
 */
export function worklistRead(page: WorklistPage): SQL {
  if (!asksForTexts(page.ready)) return together(worklistPage(page), worklistCounts(page))
  const { tab, caller, limit, countUpTo = maxCounted } = page
  const steps = isByMonth(page) && caller.role !== 'admin' ? 0 : (page.steps ?? fewSteps)
  const key = sortKeyFor(page.sort)
  const { seek, order } = orderOf(page, key)
  const completed = sql`select count(*) from found where ${under('completed', caller)}`
  const [isCut, isOn, isFar] = [sql`(select yes from cut_off)`, sql`(select yes from going_on)`, sql`(select yes from far_down)`]
  const walk = (rows: number, condition: SQL) => {
    const inOrder = sql`select ${walkedColumns} from ${studies} where ${visibleStudies(caller, tab)} and ${seek} order by ${order} limit ${rows}`
    return cutPage(page, key, sql`(${inOrder}) studies where ${narrowed(page, false)} and ${condition}`)
  }
  const isOwnYear = readsOwnYear(page)
  const isFilled = isOwnYear ? isFilledByOwnYear(page, seek) : sql`false`
  return sql`with ${foundIn(page, key, isOwnYear ? mostOwn : countUpTo + 1)},
    cut_off as materialized (
      select ${tab === 'all' || tab === 'completed'} and (${completed}) > ${countUpTo} and not ${isFilled} as yes),
    walked as materialized (${walk(steps, isCut)}),
    going_on as materialized (
      select ${isCut} and count(*) < ${limit} and count(*) * ${further} >= ${limit} as yes from walked),
    walked_on as materialized (${walk(steps * further, isOn)}),
    far_down as materialized (
      select ${isCut} and greatest((select count(*) from walked), (select count(*) from walked_on)) < ${limit} as yes),
    everything as materialized (${lookedUp(page, key, isFar)}),
    places as (
      select * from (${cutPage(page, sql`key`, sql`found where ${under(tab, caller)} and not ${isCut}`)}) of_found
      union all select * from walked where not ${isOn} and not ${isFar}
      union all select * from walked_on where not ${isFar}
      union all select * from (${cutPage(page, sql`key`, sql`everything where true`)}) of_everything)
    ${together(sql`select * from places`, foundCounts)}`
}

/** The statement that counts the caller's studies by status, under the filters. */
export function worklistCounts({ caller, ready, studyIds }: Omit<WorklistSelection, 'tab'>): SQL {
  const added = studyIds ? null : statusCounts(caller, ready)
  if (added) return added
  const conditions = conditionsOf({ caller, tab: 'all', ready, studyIds })
  return sql`select status, count(*)::int as count from ${studies} where ${conditions} group by status`
}

/** The statement that counts a list as its tabs show it, with another's rows (`of`, status, count, urgent) below. */
export function worklistValues(selection: Omit<WorklistSelection, 'tab'>, others: SQL): SQL {
  const isText = asksForTexts(selection.ready)
  const counts = isText ? foundCounts : worklistCounts(selection)
  return sql`${isText ? sql`with ${foundIn(selection, sql`null`)}` : sql``}
    select 'listed' as of, status, count, null::int as urgent from (${counts}) counts union all (${others})`
}
