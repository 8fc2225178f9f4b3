import { AppError } from '@readroom/contracts/errors'

type Entry<T> = { running: Promise<T>; next: Promise<T> | null }

/** Not a refusal, which may be out of date for who waits: the database or the archive is away. */
const isOutage = (error: unknown) => !(error instanceof AppError)

/**
 * Callers who ask for the same at the same time share a reading, so that a change that a hundred pages hear of is not read a hundred times.
 * One reading of a key runs and one waits. Who comes joins the one that waits, never the one that runs: it may have begun before something
 * that this caller has done. An outage is of those who wait too: each of them has only seconds, and would wait for it twice. `key`: whatever the
 * answer depends on; whose `read` of those with one key runs does not matter.
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
