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
