import { authEndpoints, type User } from '@readroom/contracts/access/auth'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../api/api.ts'
import { sessionStore, useUser } from '../session/session.ts'

/** Returns the user's account as the server has it now, undefined until it has answered. A failure is only logged. */
export function useProfile(): User | undefined {
  const user = useUser()
  const { data, error } = useQuery({
    queryKey: ['profile', user._id],
    queryFn: ({ signal }) => api.call(authEndpoints.profile, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (error) console.warn('The profile could not be loaded')
  }, [error])
  const fresh = data?.data
  useEffect(() => {
    if (fresh && sessionStore.peek()?.user.fullName !== fresh.fullName) sessionStore.rename(fresh)
  }, [fresh])
  return fresh
}

/** Returns the user's name. Until the server has answered, it is the name from the sign-in. */
export function useFullName(): string {
  const user = useUser()
  return useProfile()?.fullName ?? user.fullName
}
