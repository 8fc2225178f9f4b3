import { AppError } from '@readroom/contracts/core/errors'

type Entry<T> = { running: Promise<T>; next: Promise<T> | null }

/** An AppError is a refusal and may no longer hold for those who wait. Other errors mean that the database or the image archive is down. */
const isOutage = (error: unknown) => !(error instanceof AppError)

/**
 * Shares one read between callers who ask for the same at the same time. A change that a hundred pages hear of is then not read a hundred times.
 * Per key, one read runs and one waits. A new caller joins the waiting one, never the running one, which may have begun before this caller's own
 * last change. If the running read fails by an outage, the waiting one fails too: each caller has only seconds and would wait for the outage twice.
 * `key` must contain everything that the answer depends on. Any caller's `read` may run for its key.
 */
export function shareReads<T>() {
  const entries = new Map<string, Entry<T>>()

  function start(key: string, read: () => Promise<T>): Promise<T> {
    const entry: Entry<T> = { running: read(), next: null }
    entries.set(key, entry)
    const forget = () => {
      if (!entry.next) entries.delete(key)
    }
    entry.running.then(forget, (error: unknown) => {
      if (isOutage(error)) entries.delete(key)
      else forget()
    })
    return entry.running
  }

  return (key: string, read: () => Promise<T>): Promise<T> => {
    const entry = entries.get(key)
    if (!entry) return start(key, read)
    const startNext = () => start(key, read)
    entry.next ??= entry.running.then(startNext, (error: unknown) => {
      if (isOutage(error)) throw error
      return startNext()
    })
    return entry.next
  }
}
