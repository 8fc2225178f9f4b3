import { setTimeout as delay } from 'node:timers/promises'

/** A limit on the rate of requests. */
export type Pace = {
  /** Waits until this many more requests may be made; returns at once when aborted. */
  take: (requests: number, signal: AbortSignal) => Promise<void>
}

/** The approximate number of requests that compare one study with the image archive. */
export const requestsOfStudy = 5

/** So many requests a minute on average; what was not used, up to a minute's worth, may be used at once. */
export function createPace(perMinute: number): Pace {
  const perMs = perMinute / 60_000
  let [left, at] = [perMinute, performance.now()]
  return {
    async take(requests, signal) {
      const now = performance.now()
      left = Math.min(perMinute, left + (now - at) * perMs) - requests
      at = now
      if (left < 0) await delay(-left / perMs, undefined, { signal }).catch(() => {})
    },
  }
}
