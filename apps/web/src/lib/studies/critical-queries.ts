import { criticalResultEndpoints } from '@readroom/contracts/critical-results'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { studyKeys } from './study-cache.ts'

/** All critical results of a study, newest first. */
export const criticalOptions = (studyId: string) =>
  queryOptions({
    queryKey: [...studyKeys.critical, studyId],
    queryFn: ({ signal }) => api.call(criticalResultEndpoints.list, { params: { studyId } }, { signal }),
    staleTime: 0,
  })

/** Where a live event was missed. */
const lookAgainMs = 60_000

/** Critical results of the caller's studies that nobody has acknowledged, the first due first. */
export const openCriticalOptions = queryOptions({
  queryKey: [...studyKeys.critical, 'open'],
  queryFn: ({ signal }) => api.call(criticalResultEndpoints.open, {}, { signal, background: true }),
  staleTime: 0,
  refetchInterval: lookAgainMs,
})
