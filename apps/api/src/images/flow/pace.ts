import { setTimeout as delay } from 'node:timers/promises'

/** Returns a wait before so many bytes, for all callers together. */
export function createPace(bytesPerSecond: number): (bytes: number) => Promise<void> {
  let freeAt = 0
  return async (bytes) => {
    const now = performance.now()
    freeAt = Math.max(freeAt, now) + (bytes / bytesPerSecond) * 1_000
    await delay(freeAt - now)
  }
}
