import { networkError } from './api-error.ts'

/**
 * Runs a request that `signal` or the deadline ends. Past the deadline it rejects with NETWORK: a connection that was lost doesn't always say so, and the
 * browser would wait for minutes.
 */
export async function answerWithin<T>(
  deadlineMs: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController()
  let isLate = false
  const stop = () => ending.abort()
  const timer = setTimeout(() => {
    isLate = true
    stop()
  }, deadlineMs)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop)
  try {
    return await run(ending.signal)
  } catch (error) {
    throw isLate ? networkError() : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
