import { signInHistoryEndpoints } from '@readroom/contracts/sign-in-history'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

type Position = number | null
const queryOf = (before: Position) => ({ query: before === null ? {} : { before } })

/** The history of an account; null: one's own. Read once for each look, which is an entry of the audit log. */
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
