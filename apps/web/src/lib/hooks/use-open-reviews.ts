import { can } from '@readroom/contracts/core/permissions'
import { identityReviewEndpoints } from '@readroom/contracts/patients/identity-reviews'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { useUser } from '../session/session.ts'

const refreshMs = 60_000

/** Cache keys of the identity reviews. */
export const identityReviewKeys = { all: ['identity-reviews'], count: ['identity-reviews', 'count'] } as const

/**
 * Returns how many items of each list of the identity reviews wait for a decision: open reviews, received changes of patients, studies of several people
 * and duplicate study UIDs. Null until it is known, and for users who may not decide them.
 */
export function useReviewCounts() {
  const { role, mustChangePassword, mustEnrol } = useUser()
  const { data } = useQuery({
    queryKey: identityReviewKeys.count,
    queryFn: ({ signal }) => api.call(identityReviewEndpoints.count, {}, { signal }),
    enabled: can(role, 'identity.review') && !mustChangePassword && !mustEnrol,
    refetchInterval: refreshMs,
  })
  return data ?? null
}

/** Returns the number of all items that wait in the identity reviews. */
export function useOpenReviews(): number {
  const counts = useReviewCounts()
  return counts ? counts.open + counts.waiting + counts.studies + counts.uids : 0
}
