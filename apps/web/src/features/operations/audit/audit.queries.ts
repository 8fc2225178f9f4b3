import { auditEndpoints } from '@readroom/contracts/operations/audit'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { type AuditUrl, filtersOf } from './audit-url.ts'

const keys = { all: ['audit'], pages: ['audit', 'pages'], check: ['audit', 'check'] } as const
export const auditKeys = keys

/** Returns the query options for the pages of the log. They are not refetched, because each request adds an entry to the log. */
export const entriesOptions = (url: AuditUrl) =>
  infiniteQueryOptions({
    queryKey: [...keys.pages, url],
    queryFn: ({ signal, pageParam }) =>
      api.call(
        auditEndpoints.list,
        { query: { ...filtersOf(url), ...(pageParam !== null && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

const whileRunningMs = 2_000

export const checkOptions = queryOptions({
  queryKey: keys.check,
  queryFn: ({ signal }) => api.call(auditEndpoints.check, {}, { signal }).then(({ check }) => check),
  refetchInterval: ({ state }) => (state.data?.askedAt ? whileRunningMs : false),
})

export const startCheck = () => api.call(auditEndpoints.startCheck, {})
