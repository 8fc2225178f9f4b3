import { identityReviewEndpoints } from '@readroom/contracts/identity-reviews'
import { can } from '@readroom/contracts/permissions'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { useUser } from '../session/session.ts'

const refreshMs = 60_000

/** What of the identity reviews is in the cache. */
export const identityReviewKeys = { all: ['identity-reviews'], count: ['identity-reviews', 'count'] } as const

/** The number of open identity reviews; 0 for whoever may not decide them. */
export function useOpenReviews(): number {
  const { role, mustChangePassword, mustEnrol } = useUser()
  const { data } = useQuery({
    queryKey: identityReviewKeys.count,
    queryFn: ({ signal }) => api.call(identityReviewEndpoints.count, {}, { signal }).then(({ open }) => open),
    enabled: can(role, 'identity.review') && !mustChangePassword && !mustEnrol,
    refetchInterval: refreshMs,
  })
  return data ?? 0
}
