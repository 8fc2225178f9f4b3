import { signInHistoryEndpoints } from '@readroom/contracts/access/sign-in-history'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

type Position = number | null
const queryOf = (before: Position) => ({ query: before === null ? {} : { before } })

/**
 * Returns the query options for the sign-in history of an account, or the user's own for null. Loaded only once per visit, because each request adds an
 * entry to the audit log.
 */
export const signInsOptions = (userId: string | null) =>
  infiniteQueryOptions({
    queryKey: ['sign-ins', userId],
    queryFn: ({ signal, pageParam }) =>
      userId === null
        ? api.call(signInHistoryEndpoints.own, queryOf(pageParam), { signal })
        : api.call(signInHistoryEndpoints.ofUser, { params: { userId }, ...queryOf(pageParam) }, { signal }),
    initialPageParam: null as Position,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
