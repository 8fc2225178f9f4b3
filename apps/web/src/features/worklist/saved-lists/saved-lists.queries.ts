import { savedListEndpoints } from '@readroom/contracts/worklist/saved-lists'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

const staleMs = 5 * 60_000
/** Polling interval: presets such as `today` move with time, and not every change of a study is announced. */
const countEveryMs = 60_000

export const savedListKeys = { lists: ['saved-lists', 'all'] as const, counts: ['saved-lists', 'counts'] as const }

export const savedListsOptions = queryOptions({
  queryKey: savedListKeys.lists,
  queryFn: ({ signal }) => api.call(savedListEndpoints.list, {}, { signal }),
  staleTime: staleMs,
  // Administrators may give or withdraw lists at any time.
  refetchInterval: staleMs,
})

export const listCountsOptions = queryOptions({
  queryKey: savedListKeys.counts,
  queryFn: async ({ signal }) => {
    const { counts } = await api.call(savedListEndpoints.counts, {}, { signal, background: true })
    return new Map(counts.map(({ _id, count, urgent }) => [_id, { count, urgent }]))
  },
  refetchInterval: countEveryMs,
})
