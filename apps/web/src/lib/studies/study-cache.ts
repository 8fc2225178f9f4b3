import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { QueryClient } from '@tanstack/react-query'
import { allRows, findRow, replaceRows, type StudyPages } from './study-pages.ts'

/** Query keys of all data that holds worklist rows. */
export const studyKeys = {
  lists: ['studies', 'list'] as const,
  list: (role: string, query: object) => [...studyKeys.lists, role, query] as const,
  counts: ['studies', 'counts'] as const,
  countsOf: (role: string, filters: object) => [...studyKeys.counts, role, filters] as const,
  ones: ['studies', 'one'] as const,
  reports: ['studies', 'reports'] as const,
  /** A study's reports and their signed versions. */
  reportsOf: (studyId: string) => [...studyKeys.reports, studyId] as const,
  /** Corrections and addenda that a laboratory has not downloaded. */
  amended: ['studies', 'amended'] as const,
  /** Signed reports whose PDF could not be made. */
  unprinted: ['studies', 'unprinted'] as const,
  critical: ['studies', 'critical'] as const,
  one: (studyId: string) => [...studyKeys.ones, studyId] as const,
}

/** Returns the row of a study from any loaded list. */
export function findCachedRow(client: QueryClient, studyId: string): WorklistRow | undefined {
  const lists = client.getQueriesData<StudyPages>({ queryKey: studyKeys.lists })
  return lists.map(([, pages]) => findRow(pages, studyId)).find((row) => row !== undefined)
}

/** Returns the row with this Study Instance UID from any loaded list. */
export function findCachedRowByUid(client: QueryClient, uid: string): WorklistRow | undefined {
  const lists = client.getQueriesData<StudyPages>({ queryKey: studyKeys.lists })
  return lists.flatMap(([, pages]) => allRows(pages)).find(({ studyInstanceUID }) => studyInstanceUID === uid)
}

/** Replaces rows by the server's newer ones wherever they are shown, in place. */
export function updateCachedRows(client: QueryClient, rows: readonly WorklistRow[]) {
  client.setQueriesData<StudyPages>({ queryKey: studyKeys.lists }, (pages) => pages && replaceRows(pages, rows))
  for (const row of rows) client.setQueryData<WorklistRow>(studyKeys.one(row._id), (shown) => shown && row)
}
