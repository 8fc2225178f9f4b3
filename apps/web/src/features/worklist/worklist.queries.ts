import type { Role } from '@readroom/contracts/permissions'
import { type StudyList, studyEndpoints } from '@readroom/contracts/studies'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import type { CallOptions } from '../../lib/api/api-client.ts'
import { studyKeys, updateCachedRows } from '../../lib/studies/study-cache.ts'
import type { StudyPages } from '../../lib/studies/study-pages.ts'
import { worklistRoles } from './worklist-roles.ts'
import type { WorklistFilters, WorklistQuery } from './worklist-url.ts'

const timeoutMs = 20_000

/** A server that is silent has not answered. */
const withTimeout = ({ signal, ...options }: CallOptions): CallOptions => ({
  ...options,
  signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
})

/** Specification 7.7: a search has its own endpoints, for every role. */
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

/** The studies of all tabs that came last. */
export const fetchNewest = (role: Role, options: CallOptions) =>
  api.call(worklistRoles[role].lists.all, { query: { limit: newestCount, sort: '-uploadDate' } }, withTimeout(options))

export function fetchCounts(role: Role, filters: WorklistFilters, options: CallOptions) {
  const endpoint = filters.searchTerm ? studyEndpoints.searchValues : worklistRoles[role].values
  return api.call(endpoint, { query: filters }, withTimeout(options))
}

export const fetchStudy = (studyId: string, options: CallOptions) =>
  api.call(studyEndpoints.one, { params: { studyId } }, withTimeout(options)).then(({ study }) => study)

/** While another page was open nothing was heard: what is kept of the list is old, however young. */
const heardNothing = { refetchOnMount: 'always' } as const

/** Rows of the query before stay while the next ones are read; an answer that is no longer wanted is broken off. */
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

/** One row by id, for a dialog whose study no loaded page has. What is asked again, the page asks by itself. */
export function studyOptions(studyId: string) {
  const queryKey = studyKeys.one(studyId)
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) => fetchStudy(studyId, { signal, background: client.getQueryData(queryKey) !== undefined }),
  })
}

/** Puts a row as it is now wherever it is shown. Where it does not come, the live message of its change brings it. */
export async function readRowAgain(client: QueryClient, studyId: string): Promise<void> {
  const row = await client.fetchQuery({ ...studyOptions(studyId), staleTime: 0 }).catch(() => null)
  if (row) updateCachedRows(client, [row])
}

/** Specification 8: what cannot be counted counts zero. */
const nothing = { total: 0, pending: 0, inprogress: 0, completed: 0, isCapped: false }

/** The counts of the tabs under the filters of the rows, and the role's statistics. */
export function useWorklistCounts(role: Role, filters: WorklistFilters) {
  const { data, isError } = useQuery(countsOptions(role, filters))
  return { counts: data ?? (isError ? nothing : undefined), summary: data?.summary }
}
