import { AppError } from '@readroom/contracts/errors'

export type SharedCheck<T> = (key: string, check: () => Promise<T>) => Promise<T>

/**
 * A check that requests share which ask the same at the same time, and whose answer is never older than the request: who asks while one is made gets
 * the next one, which begins after it, with everybody else who asked meanwhile. Nothing is remembered. Where there was no answer, because the
 * database or the archive is away, there is none for those who wait: each of them has only seconds. `key`: whatever the answer depends on; which of
 * the requests of one key makes the check does not matter.
 */
export function createSharedCheck<T>(): SharedCheck<T> {
  const running = new Map<string, Promise<T>>()
  const waiting = new Map<string, Promise<T>>()
  return (key, check) => {
    const start = () => {
      waiting.delete(key)
      const made = check().finally(() => {
        if (running.get(key) === made) running.delete(key)
      })
      running.set(key, made)
      return made
    }
    const shared = waiting.get(key)
    if (shared) return shared
    const current = running.get(key)
    if (!current) return start()
    const next = current.then(start, (error: unknown) => {
      if (error instanceof AppError) return start()
      waiting.delete(key)
      throw error
    })
    waiting.set(key, next)
    return next
  }
}
