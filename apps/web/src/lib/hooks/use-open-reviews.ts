import { can } from '@readroom/contracts/core/permissions'
import { identityReviewEndpoints } from '@readroom/contracts/patients/identity-reviews'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { useUser } from '../session/session.ts'

const refreshMs = 60_000

/** Cache keys of the identity reviews. */
export const identityReviewKeys = { all: ['identity-reviews'], count: ['identity-reviews', 'count'] } as const

/** Returns the number of open identity reviews, received changes of patients and studies of several people that wait. 0 for users who may not decide them. */
export function useOpenReviews(): number {
  const { role, mustChangePassword, mustEnrol } = useUser()
  const { data } = useQuery({
    queryKey: identityReviewKeys.count,
    queryFn: ({ signal }) =>
      api.call(identityReviewEndpoints.count, {}, { signal }).then(({ open, waiting, studies }) => open + waiting + studies),
    enabled: can(role, 'identity.review') && !mustChangePassword && !mustEnrol,
    refetchInterval: refreshMs,
  })
  return data ?? 0
}
