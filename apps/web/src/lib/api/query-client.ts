import { QueryClient } from '@tanstack/react-query'
import { onOtherUser, sessionStore } from '../session/session.ts'
import { ApiError, isOutage } from './api-error.ts'

/** Nobody looks at a page that only waits for longer: the failure is shown, and tried again by hand. */
const longestRestMs = 10_000

const restOf = (error: unknown) => (error instanceof ApiError && error.retryAfterMs) || 0

/**
 * Nothing is fetched again on focus or reconnect: the live connection and the countdown do that, marked as background.
 * What one user read is dropped when the session changes hands.
 */
export function createQueryClient() {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // A browser's word on the network is a guess: a request that fails says so, one that is held back says nothing.
        networkMode: 'always',
        retry: (failures, error) => isOutage(error) && failures < 2 && restOf(error) <= longestRestMs,
        retryDelay: (failures, error) => Math.max(1_000 * 2 ** failures, restOf(error)),
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always' },
    },
  })
  onOtherUser(sessionStore, () => client.clear())
  return client
}
