import { authEndpoints } from '@readroom/contracts/access/auth'
import { secondFactorEndpoints } from '@readroom/contracts/access/second-factor'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { sessionStore } from '../../../lib/session/session.ts'

export const secondFactorOptions = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => api.call(secondFactorEndpoints.read, {}, { signal }),
  staleTime: 0,
})

/** Reloads the second factors and the account, which may have been limited to setting one up. After a failure the old data stays. */
export function useReadAgain(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: secondFactorOptions.queryKey })
    const profile = await api.call(authEndpoints.profile, {}).catch(() => null)
    if (profile) sessionStore.rename(profile.data)
  }
}

const askAgainMs = 5_000

/** Checks every few seconds if the role still needs a second factor, because an administrator may have turned that off. */
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
