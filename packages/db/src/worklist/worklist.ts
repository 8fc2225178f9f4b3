import type { StudyStatistics, WorklistRow } from '@readroom/contracts/studies/studies'
import { maxCounted } from '@readroom/contracts/studies/studies'
import type { StudyFilters } from '@readroom/contracts/studies/study-filters'
import { type Tab, tabOf } from '@readroom/contracts/studies/study-workflow'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Caller } from '../core/actor.ts'
import type { Db } from '../core/client.ts'
import { asksForTexts, type Clock, readyFilters } from '../studies/study-filters.ts'
import { StatusCount } from './study-counts.ts'
import { type Reader, readRows, readSharedRows, type SharedRows } from './worklist-rows.ts'
import {
  type WorklistPage,
  type WorklistPosition,
  type WorklistSelection,
  worklistCounts,
  worklistPage,
  worklistRead,
  worklistValues,
} from './worklist-statements.ts'
import { Figure, statisticsOf, worklistStatistics } from './worklist-statistics.ts'
import { WorklistVersion } from './worklist-version.ts'

/** The query of a list, before its texts are folded. */
export type WorklistRequest = Pick<WorklistSelection, 'caller' | 'tab' | 'studyIds' | 'countUpTo'> & {
  filters: StudyFilters
} & Clock
export type WorklistPageRequest = WorklistRequest & Pick<WorklistPage, 'sort' | 'limit' | 'after' | 'steps'>

const Positions = z.array(z.object({ id: z.string(), value: z.string() }))

/** Returns the start of the next page; null after the last. */
const nextAfter = (positions: WorklistPosition[], limit: number) =>
  positions.length === limit ? (positions.at(-1) ?? null) : null

const idsOf = (positions: WorklistPosition[]) => positions.map(({ id }) => id)

/** One page, without counts. A study that is taken from the caller meanwhile is left out. */
export async function listWorklist(
  db: Db,
  { filters, now, zone, ...page }: WorklistPageRequest,
): Promise<{ rows: WorklistRow[]; next: WorklistPosition | null }> {
  const ready = await readyFilters(db, filters, { now, zone })
  const { rows } = await db.execute(sql`select id, value from (${worklistPage({ ...page, ready })}) page order by place`)
  const positions = Positions.parse(rows)
  return { rows: await readRows(db, page.caller, idsOf(positions)), next: nextAfter(positions, page.limit) }
}

const Placed = z.object({ id: z.string(), value: z.string(), place: z.int() })
const Version = z.object({ version: WorklistVersion })
const PageAndCounts = z.array(z.union([Placed, StatusCount, Version]))

/**
 * One page, for all who see the same (`rowsFor` makes it one user's), and how many studies there are in each tab under the same filters. A study that is taken from the
 * caller meanwhile is left out. `version`: of what was there before anything was read.
 */
export async function readWorklist(
  db: Db,
  { filters, now, zone, ...page }: WorklistPageRequest,
): Promise<{ shared: SharedRows; next: WorklistPosition | null; version: WorklistVersion } & ListCounts> {
  const ready = await readyFilters(db, filters, { now, zone })
  const { rows } = await db.execute(worklistRead({ ...page, ready }))
  const read = PageAndCounts.parse(rows)
  const positions = read.flatMap((row) => ('place' in row ? [row] : [])).sort((a, b) => a.place - b.place)
  const counted = read.flatMap((row) => ('status' in row ? [row] : []))
  const [version] = z.tuple([WorklistVersion]).parse(read.flatMap((row) => ('version' in row ? [row.version] : [])))
  const shared = await readSharedRows(db, page.caller, idsOf(positions))
  return { shared, next: nextAfter(positions, page.limit), version, ...listCounts({ ...page, ready }, counted) }
}

/** One study as its row, or null if it does not exist or the caller does not see it. */
export async function findWorklistRow(db: Db, caller: Reader, studyId: string): Promise<WorklistRow | null> {
  const [row] = await readRows(db, caller, [studyId])
  return row ?? null
}

/** `all` is the sum of the others. */
function countsByTab({ role }: Caller, byStatus: StatusCount[]): Record<Tab, number> {
  const counts = { all: 0, pending: 0, inprogress: 0, completed: 0 }
  for (const { status, count } of byStatus) {
    counts.all += count
    counts[tabOf(status, role)] += count
  }
  return counts
}

/** The counts of a list's tabs. `isCapped`: there are more completed ones than were counted, and so of all. */
type ListCounts = { counts: Record<Tab, number>; isCapped: boolean }

function listCounts(
  { caller, ready, countUpTo = maxCounted }: Omit<WorklistSelection, 'tab'>,
  counted: StatusCount[],
): ListCounts {
  const { pending, inprogress, completed, all } = countsByTab(caller, counted)
  if (!asksForTexts(ready) || completed <= countUpTo) return { counts: { all, pending, inprogress, completed }, isCapped: false }
  const most = countUpTo + 1
  return { counts: { all: pending + inprogress + most, pending, inprogress, completed: most }, isCapped: true }
}

const Counted = StatusCount.extend({ of: z.literal('listed') })
const CountsAndFigures = z.array(z.union([Counted, Figure]))

/**
 * Counts a list's studies in each tab, and the caller's whole worklist, in one statement: a screen that asks for one shows the other. Counting what a
 * text is found in ends early.
 */
export async function countList(
  db: Db,
  { filters, now, zone, ...selection }: Omit<WorklistRequest, 'tab'>,
): Promise<ListCounts & { statistics: StudyStatistics }> {
  const clock = { now, zone }
  const asked = { ...selection, ready: await readyFilters(db, filters, clock) }
  const { rows } = await db.execute(worklistValues(asked, worklistStatistics(asked.caller, clock)))
  const read = CountsAndFigures.parse(rows)
  const counted = read.flatMap((row) => (row.of === 'listed' ? [row] : []))
  const figures = read.flatMap((row) => (row.of === 'listed' ? [] : [row]))
  return { ...listCounts(asked, counted), statistics: statisticsOf(asked.caller, figures) }
}

/** Exactly how many studies the caller has in each tab, under the filters. */
export async function countWorklist(
  db: Db,
  { filters, now, zone, ...selection }: Omit<WorklistRequest, 'tab'>,
): Promise<Record<Tab, number>> {
  const ready = await readyFilters(db, filters, { now, zone })
  const { rows } = await db.execute(worklistCounts({ ...selection, ready }))
  return countsByTab(selection.caller, z.array(StatusCount).parse(rows))
}
