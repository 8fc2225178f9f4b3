import type { Role } from '@readroom/contracts/core/permissions'
import { type StudyList, studyEndpoints } from '@readroom/contracts/studies/studies'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import type { CallOptions } from '../../../lib/api/api-client.ts'
import { studyKeys, updateCachedRows } from '../../../lib/studies/study-cache.ts'
import type { StudyPages } from '../../../lib/studies/study-pages.ts'
import { studyOptions, withTimeout } from '../../../lib/studies/study-queries.ts'
import { worklistRoles } from '../list/worklist-roles.ts'
import type { WorklistFilters, WorklistQuery } from './worklist-url.ts'

/** Fetches a page of the worklist. A search uses the same endpoint for every role. */
export function fetchPage(
  role: Role,
  { tab, limit, sort, filters }: WorklistQuery,
  cursor: string | undefined,
  options: CallOptions,
) {
  const page = { ...filters, limit, sort, cursor }
  return filters.searchTerm
    ? api.call(studyEndpoints.search, { query: { ...page, category: tab } }, withTimeout(options))
    : api.call(worklistRoles[role].lists[tab], { query: page }, withTimeout(options))
}

const newestCount = 100

/** Fetches the latest studies of all tabs. */
export const fetchNewest = (role: Role, options: CallOptions) =>
  api.call(worklistRoles[role].lists.all, { query: { limit: newestCount, sort: '-uploadDate' } }, withTimeout(options))

export function fetchCounts(role: Role, filters: WorklistFilters, options: CallOptions) {
  const endpoint = filters.searchTerm ? studyEndpoints.searchValues : worklistRoles[role].values
  return api.call(endpoint, { query: filters }, withTimeout(options))
}

/** No live messages were received while another page was open, so cached rows may be out of date however recent they are. */
const heardNothing = { refetchOnMount: 'always' } as const

/** Returns the query options for the rows of a query. Those of the previous query stay while the next ones load, and an obsolete request is aborted. */
export function listOptions(role: Role, query: WorklistQuery) {
  return infiniteQueryOptions<StudyList, Error, StudyPages, ReturnType<typeof studyKeys.list>, string | undefined>({
    queryKey: studyKeys.list(role, query),
    queryFn: ({ pageParam, signal }) => fetchPage(role, query, pageParam, { signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    ...heardNothing,
  })
}

export function countsOptions(role: Role, filters: WorklistFilters) {
  return queryOptions({
    queryKey: studyKeys.countsOf(role, filters),
    queryFn: ({ signal }) => fetchCounts(role, filters, { signal }),
    placeholderData: keepPreviousData,
    ...heardNothing,
  })
}

/** Reloads a row wherever it is shown. If that fails, the live message about the change brings it. */
export async function readRowAgain(client: QueryClient, studyId: string): Promise<void> {
  const row = await client.fetchQuery({ ...studyOptions(studyId), staleTime: 0 }).catch(() => null)
  if (row) updateCachedRows(client, [row])
}

/** Counts to show if the counts fail to load. */
const nothing = { total: 0, pending: 0, inprogress: 0, completed: 0, isCapped: false }

/** Returns the counts of the tabs for these filters, and the role's statistics. */
export function useWorklistCounts(role: Role, filters: WorklistFilters) {
  const { data, isError } = useQuery(countsOptions(role, filters))
  return { counts: data ?? (isError ? nothing : undefined), summary: data?.summary }
}
