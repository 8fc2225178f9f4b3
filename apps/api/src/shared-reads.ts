type Entry<T> = { running: Promise<T>; next: Promise<T> | null }

/**
 * Callers who ask for the same at the same time share a reading, so that a change that a hundred pages hear of is not read a hundred times.
 * One reading of a key runs and one waits. Who comes joins the one that waits, never the one that runs: it may have begun before something
 * that this caller has done.
 */
export function shareReads<T>() {
  const entries = new Map<string, Entry<T>>()

  function start(key: string, read: () => Promise<T>): Promise<T> {
    const entry: Entry<T> = { running: read(), next: null }
    entries.set(key, entry)
    const forget = () => {
      if (!entry.next) entries.delete(key)
    }
    entry.running.then(forget, forget)
    return entry.running
  }

  return (key: string, read: () => Promise<T>): Promise<T> => {
    const entry = entries.get(key)
    if (!entry) return start(key, read)
    const startNext = () => start(key, read)
    entry.next ??= entry.running.then(startNext, startNext)
    return entry.next
  }
}
