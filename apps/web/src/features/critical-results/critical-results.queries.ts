import { criticalResultEndpoints } from '@readroom/contracts/critical-results'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { studyKeys } from '../../lib/studies/study-cache.ts'

/** Where a live event was missed. */
const lookAgainMs = 60_000

/** Critical results of the caller's studies that nobody has acknowledged, the first due first. */
export const openCriticalOptions = queryOptions({
  queryKey: [...studyKeys.critical, 'open'],
  queryFn: ({ signal }) => api.call(criticalResultEndpoints.open, {}, { signal, background: true }),
  staleTime: 0,
  refetchInterval: lookAgainMs,
})
