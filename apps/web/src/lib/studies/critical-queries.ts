import { criticalResultEndpoints } from '@readroom/contracts/reports/critical-results'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { studyKeys } from './study-cache.ts'

/** Returns the query options for all critical results of a study, newest first. */
export const criticalOptions = (studyId: string) =>
  queryOptions({
    queryKey: [...studyKeys.critical, studyId],
    queryFn: ({ signal }) => api.call(criticalResultEndpoints.list, { params: { studyId } }, { signal }),
    staleTime: 0,
  })

/** Polling interval, in case a live event was missed. */
const lookAgainMs = 60_000

/** Unacknowledged critical results of the user's studies, ordered by due time. */
export const openCriticalOptions = queryOptions({
  queryKey: [...studyKeys.critical, 'open'],
  queryFn: ({ signal }) => api.call(criticalResultEndpoints.open, {}, { signal, background: true }),
  staleTime: 0,
  refetchInterval: lookAgainMs,
})
