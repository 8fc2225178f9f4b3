import type { WorklistRow } from '@readroom/contracts/studies'
import type { QueryClient } from '@tanstack/react-query'
import { allRows, findRow, replaceRows, type StudyPages } from './study-pages.ts'

/** Query keys of everything that holds worklist rows. */
export const studyKeys = {
  lists: ['studies', 'list'] as const,
  list: (role: string, query: object) => [...studyKeys.lists, role, query] as const,
  counts: ['studies', 'counts'] as const,
  countsOf: (role: string, filters: object) => [...studyKeys.counts, role, filters] as const,
  ones: ['studies', 'one'] as const,
  reports: ['studies', 'reports'] as const,
  /** A study's reports, and what was signed. */
  reportsOf: (studyId: string) => [...studyKeys.reports, studyId] as const,
  /** Critical results. */
  critical: ['studies', 'critical'] as const,
  one: (studyId: string) => [...studyKeys.ones, studyId] as const,
}

/** A row that any loaded list has. */
export function findCachedRow(client: QueryClient, studyId: string): WorklistRow | undefined {
  const lists = client.getQueriesData<StudyPages>({ queryKey: studyKeys.lists })
  return lists.map(([, pages]) => findRow(pages, studyId)).find((row) => row !== undefined)
}

/** The same by its Study Instance UID. */
export function findCachedRowByUid(client: QueryClient, uid: string): WorklistRow | undefined {
  const lists = client.getQueriesData<StudyPages>({ queryKey: studyKeys.lists })
  return lists.flatMap(([, pages]) => allRows(pages)).find(({ studyInstanceUID }) => studyInstanceUID === uid)
}

/** Puts the server's newer rows wherever they are shown, in place. */
export function updateCachedRows(client: QueryClient, rows: readonly WorklistRow[]) {
  client.setQueriesData<StudyPages>({ queryKey: studyKeys.lists }, (pages) => pages && replaceRows(pages, rows))
  for (const row of rows) client.setQueryData<WorklistRow>(studyKeys.one(row._id), (shown) => shown && row)
}
