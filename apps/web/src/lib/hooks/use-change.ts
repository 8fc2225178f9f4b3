import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { notify } from '../notify.tsx'
import { type RequestOptions, useRequest } from './use-request.ts'

export type Change<A, R> = Pick<RequestOptions<A, R>, 'failed' | 'onDone' | 'leaves'> & {
  change: (input: A) => Promise<R>
  /** Shown as a toast when the change is made. */
  done?: (result: R) => string
  /** After a failure too. */
  onEnd?: () => void
  /** Shows the failure in the page. Without it a toast does. */
  onFailure?: (message: string, error: unknown) => void
  /** Queries to read again afterwards. Also after a failure, because another user may have made the change. */
  invalidates?: readonly QueryKey[]
}

/**
 * The one way to ask the server for a change. A second press while it is under way does nothing. If the answer is lost, the same press again repeats
 * the request by its key (docs/decisions/core/repeated-requests.md).
 */
export function useChange<A = void, R = unknown>(options: Change<A, R>) {
  const { change, done, onDone, onFailure = (message) => void notify.error(message), onEnd, invalidates = [], ...asked } = options
  const client = useQueryClient()
  return useRequest<A, R>({
    ...asked,
    request: change,
    onDone(result, input) {
      if (done) notify.success(done(result))
      onDone?.(result, input)
    },
    onFailure,
    async onEnd(isDone) {
      onEnd?.()
      const isRead = Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })))
      // After a failure the network may answer nothing for long, and the user must be able to try again.
      if (isDone) await isRead
    },
  })
}
