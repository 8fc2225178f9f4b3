import type { Sort, StudyFilters } from '@readroom/contracts/study-filters'
import { type Tab } from '@readroom/contracts/study-workflow'
import { type SQL } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { type Clock, type ReadyFilters, type Viewer } from './worklist-filters.ts'
import { type WorklistRecord } from './worklist-record.ts'
/** The last row of a page: where the next one goes on. `value` is what the sort compares, as PostgreSQL writes it. */
export type WorklistPosition = {
  value: string
  id: string
}
/** `studyIds`: of these studies only. */
export type WorklistSelection = {
  viewer: Viewer
  tab: Tab
  ready: ReadyFilters
  studyIds?: readonly string[] | undefined
}
export type WorklistPage = WorklistSelection & {
  sort: Sort
  limit: number
  after: WorklistPosition | null
}
/** What a list is asked for, before its texts are folded. */
export type WorklistRequest = Pick<WorklistSelection, 'viewer' | 'tab' | 'studyIds'> & {
  filters: StudyFilters
} & Clock
export type WorklistPageRequest = WorklistRequest & Pick<WorklistPage, 'sort' | 'limit' | 'after'>
/** The statement of one page of the viewer's studies: which they are, and in what order. */
export declare const worklistPage: (page: WorklistPage) => SQL
/** The statement of a page with its counts. What a text is found in is looked for once; everything else is cheaper asked for apart. */
export declare function worklistRead(page: WorklistPage): SQL
/** One page, without counts. */
export declare function listWorklist(
  db: Db,
  { filters, now, zone, ...page }: WorklistPageRequest,
): Promise<{
  records: WorklistRecord[]
  next: WorklistPosition | null
}>
/** One page, and how many studies there are in each tab under the same filters. */
export declare function readWorklist(
  db: Db,
  { filters, now, zone, ...page }: WorklistPageRequest,
): Promise<{
  records: WorklistRecord[]
  next: WorklistPosition | null
  counts: Record<Tab, number>
}>
/** One study as a worklist record, or null where it does not exist or the viewer does not see it. */
export declare function findWorklistRecord(db: Db, viewer: Viewer, studyId: string): Promise<WorklistRecord | null>
/** The statement that counts the viewer's studies by status, under the filters. */
export declare function worklistCounts({ viewer, ready, studyIds }: Omit<WorklistSelection, 'tab'>): SQL
/** How many studies the viewer has in each tab, under the filters. */
export declare function countWorklist(
  db: Db,
  { filters, now, zone, ...selection }: Omit<WorklistRequest, 'tab'>,
): Promise<Record<Tab, number>>
