import { type IdentityReviewState, identityReviewEndpoints } from '@readroom/contracts/patients/identity-reviews'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { identityReviewKeys } from '../../../lib/hooks/use-open-reviews.ts'

export const reviewsOptions = (state: IdentityReviewState, page: number) =>
  queryOptions({
    queryKey: [...identityReviewKeys.all, state, page],
    queryFn: ({ signal }) => api.call(identityReviewEndpoints.list, { query: { state, page } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
