import type { Sort, StudyFilters } from '@readroom/contracts/study-filters'
import { type Tab, tabOf } from '@readroom/contracts/study-workflow'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../client.ts'
import { sortKeyOf, studies } from '../schema/studies.ts'
import { visibleStudies } from '../visibility.ts'
import { readStatusCounts, statusCounts } from './study-counts.ts'
import { type Clock, filterConditions, type ReadyFilters, readyFilters, type Viewer } from './worklist-filters.ts'
import { readRecords, type WorklistRecord } from './worklist-record.ts'

/** The last row of a page: where the next one goes on. `value` is what the sort compares, as PostgreSQL writes it. */
export type WorklistPosition = { value: string; id: string }

/** `studyIds`: of these studies only. */
export type WorklistSelection = { viewer: Viewer; tab: Tab; ready: ReadyFilters; studyIds?: readonly string[] | undefined }
export type WorklistPage = WorklistSelection & { sort: Sort; limit: number; after: WorklistPosition | null }

/** What a list is asked for, before its texts are folded. */
export type WorklistRequest = Pick<WorklistSelection, 'viewer' | 'tab' | 'studyIds'> & { filters: StudyFilters } & Clock
export type WorklistPageRequest = WorklistRequest & Pick<WorklistPage, 'sort' | 'limit' | 'after'>

const sortType = {
  uploadDate: 'timestamptz',
  studyDate: 'date',
  patientName: 'text',
  patientId: 'text',
  accession: 'text',
  reportedDate: 'timestamptz',
} satisfies Record<Sort['key'], string>

const ofIds = (studyIds: readonly string[]) => sql`id = any(${sql.param(studyIds)}::uuid[])`

const conditionsOf = ({ viewer, tab, ready, studyIds }: WorklistSelection) =>
  sql.join([visibleStudies(viewer, tab), ...filterConditions(viewer, ready), ...(studyIds ? [ofIds(studyIds)] : [])], sql` and `)

/**
 * The statement of one page of the viewer's studies: which they are, in order. Equal values are told apart by the row's id, so that no page
 * repeats or loses a row.
 */
export function worklistPage({ sort, limit, after, ...selection }: WorklistPage): SQL {
  const key = sortKeyOf[sort.key]
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  const beyond = sql.raw(sort.descending ? '<' : '>')
  const seek = after ? sql`(${key}, id) ${beyond} (${after.value}::${sql.raw(sortType[sort.key])}, ${after.id}::uuid)` : sql`true`
  return sql`select id, ${key}::text as value from ${studies} where ${conditionsOf(selection)} and ${seek}
    order by ${key} ${direction}, id ${direction} limit ${limit}`
}

const Positions = z.array(z.object({ id: z.string(), value: z.string() }))

/** One page, and where the next one begins: null after the last. A study that was taken from the viewer meanwhile is left out. */
export async function listWorklist(
  db: Db,
  { filters, now, zone, ...page }: WorklistPageRequest,
): Promise<{ records: WorklistRecord[]; next: WorklistPosition | null }> {
  const ready = await readyFilters(db, filters, { now, zone })
  const { rows } = await db.execute(worklistPage({ ...page, ready }))
  const positions = Positions.parse(rows)
  const found = await readRecords(
    db,
    page.viewer,
    positions.map(({ id }) => id),
  )
  const byId = new Map(found.map((record) => [record.id, record]))
  const next = positions.length === page.limit ? (positions.at(-1) ?? null) : null
  return { records: positions.flatMap(({ id }) => byId.get(id) ?? []), next }
}

/** One study as a worklist record, or null where it does not exist or the viewer does not see it. */
export async function findWorklistRecord(db: Db, viewer: Viewer, studyId: string): Promise<WorklistRecord | null> {
  const [record] = await readRecords(db, viewer, [studyId])
  return record ?? null
}

/** The statement that counts the viewer's studies by status, under the filters. */
export function worklistCounts({ viewer, ready, studyIds }: Omit<WorklistSelection, 'tab'>): SQL {
  const added = studyIds ? null : statusCounts(viewer, ready)
  if (added) return added
  const conditions = conditionsOf({ viewer, tab: 'all', ready, studyIds })
  return sql`select status, count(*)::int as count from ${studies} where ${conditions} group by status`
}

/** How many studies the viewer has in each tab, under the filters: `all` is the sum of the others. */
export async function countWorklist(
  db: Db,
  { filters, now, zone, ...selection }: Omit<WorklistRequest, 'tab'>,
): Promise<Record<Tab, number>> {
  const ready = await readyFilters(db, filters, { now, zone })
  const counts = { all: 0, pending: 0, inprogress: 0, completed: 0 }
  for (const { status, count } of await readStatusCounts(db, worklistCounts({ ...selection, ready }))) {
    counts.all += count
    counts[tabOf(status)] += count
  }
  return counts
}
