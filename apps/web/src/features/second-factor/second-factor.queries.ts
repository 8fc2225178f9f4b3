import { authEndpoints } from '@readroom/contracts/auth'
import { secondFactorEndpoints } from '@readroom/contracts/second-factor'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { sessionStore } from '../../lib/session/session.ts'

export const secondFactorOptions = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => api.call(secondFactorEndpoints.read, {}, { signal }),
  staleTime: 0,
})

/** Reads again what guards the sign-in, and whether the account may do more than set it up by now. What does not come stays as it was. */
export function useReadAgain(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: secondFactorOptions.queryKey })
    const profile = await api.call(authEndpoints.profile, {}).catch(() => null)
    if (profile) sessionStore.rename(profile.data)
  }
}
