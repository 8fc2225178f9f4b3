import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { onOtherUser, sessionStore } from '../session/session.ts'
import { ApiError, isOutage } from './api-error.ts'

/** Nobody looks at a page that only waits for longer: the failure is shown, and tried again by hand. */
const longestRestMs = 10_000

const restOf = (error: unknown) => (error instanceof ApiError && error.retryAfterMs) || 0

/**
 * What is being read for the first time when it changes is read again behind that: the library starts nothing anew that has no
 * data yet, and forgets with the first answer, which may be from before the change, that there was one.
 */
class PortalQueryClient extends QueryClient {
  readonly #behind = new Map<Query, Promise<void>>()

  override async invalidateQueries<TKey extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<TKey>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const matching = this.getQueryCache().findAll(filters)
    const first = matching.filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
    await Promise.all([super.invalidateQueries(filters, options), ...first.map((query) => this.#invalidateBehind(query))])
  }

  /** Once, however many changes come meanwhile. A first read that fails has nothing to be renewed. */
  #invalidateBehind(query: Query): Promise<void> {
    const started = this.#behind.get(query)
    if (started) return started
    const done = (query.promise ?? Promise.reject())
      .finally(() => this.#behind.delete(query))
      .then(() => super.invalidateQueries({ queryKey: query.queryKey, exact: true }))
      .catch(() => undefined)
    this.#behind.set(query, done)
    return done
  }
}

/**
 * Nothing is fetched again on focus or reconnect: the live connection and the countdown do that, marked as background.
 * What one user read is dropped when the session changes hands, and read again when its user has signed in again.
 */
export function createQueryClient() {
  const client = new PortalQueryClient({
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
  let begun = sessionStore.begun()
  sessionStore.subscribe(() => {
    if (sessionStore.begun() !== begun) void client.invalidateQueries()
    begun = sessionStore.begun()
  })
  return client
}
