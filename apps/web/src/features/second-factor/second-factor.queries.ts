import { authEndpoints } from '@readroom/contracts/auth'
import { secondFactorEndpoints } from '@readroom/contracts/second-factor'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
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

const askAgainMs = 5_000

/** Asks every few seconds whether the role still needs a second factor: an administrator may have turned that off meanwhile. */
export function useEnrolmentWatch(mustEnrol: boolean): void {
  useQuery({
    queryKey: ['enrolment'],
    queryFn: async ({ signal }) => {
      const { data } = await api.call(authEndpoints.profile, {}, { signal, background: true })
      if (!data.mustEnrol) sessionStore.rename(data)
      return data.mustEnrol
    },
    enabled: mustEnrol,
    staleTime: 0,
    refetchInterval: askAgainMs,
  })
}
