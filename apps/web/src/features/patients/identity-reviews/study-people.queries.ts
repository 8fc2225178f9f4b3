import { studyPeopleEndpoints } from '@readroom/contracts/patients/study-people'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { identityReviewKeys } from '../../../lib/hooks/use-open-reviews.ts'

export const studyPeopleOptions = (page: number) =>
  queryOptions({
    queryKey: [...identityReviewKeys.all, 'study-people', page],
    queryFn: ({ signal }) => api.call(studyPeopleEndpoints.list, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
