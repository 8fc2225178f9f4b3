import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { onOtherUser, sessionStore } from '../session/session.ts'
import { ApiError, isOutage } from './api-error.ts'

/** The longest wait the server may ask for before a retry. Beyond it the failure is shown, and the user can retry. */
const longestRestMs = 10_000

const restOf = (error: unknown) => (error instanceof ApiError && error.retryAfterMs) || 0

/**
 * Reads a query again if it is invalidated during its first read. TanStack Query doesn't restart a query without data, and its first answer, possibly
 * from before the change, clears the invalidation.
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

  /** Invalidates the query once its first read is done, only once for any number of changes. A failed first read has nothing to refresh. */
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
 * Creates the query client. It doesn't refetch on focus or reconnect: the live connection and the countdown do that, marked as background. When another
 * user signs in, the data is dropped. When the same user signs in again, it is refetched.
 */
export function createQueryClient() {
  const client = new PortalQueryClient({
    defaultOptions: {
      queries: {
        // The browser only guesses whether there is a network. A failing request is reported, one that is held back is not.
        networkMode: 'always',
        retry: (failures, error) => isOutage(error) && failures < 2 && restOf(error) <= longestRestMs,
        retryDelay: (failures, error) => Math.max(1_000 * 2 ** failures, restOf(error)),
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 5_000,
      },
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
