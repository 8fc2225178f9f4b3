import { authEndpoints } from '@readroom/contracts/auth'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../lib/api.ts'
import { sessionStore, useUser } from '../lib/session.ts'

/** The caller's name as the server has it now. A failure is only logged; the name of the sign-in stays. */
export function useFullName(): string {
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
  return fresh?.fullName ?? user.fullName
}
