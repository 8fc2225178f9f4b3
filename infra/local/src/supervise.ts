import { setTimeout as delay } from 'node:timers/promises'
import type { RunningChild } from './child.ts'

export interface Supervised<T> {
  /** What the first start gave. */
  first: T
  stop: () => Promise<void>
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const STEADY_MS = 60_000

/**
 * Starts something, and until the signal is given starts it again whenever it ends by itself, after a pause that doubles up to half a
 * minute. Rejects when the first start fails. A restart gets what the first start gave, to come back on the same port.
 */
export async function supervise<T extends RunningChild>(
  name: string,
  signal: AbortSignal,
  start: (previous?: T) => Promise<T>,
): Promise<Supervised<T>> {
  const first = await start()
  let current: T | undefined = first
  const watching = (async () => {
    let pause = FIRST_PAUSE_MS
    while (!signal.aborted) {
      const since = Date.now()
      await current?.exited
      if (signal.aborted) return
      if (Date.now() - since > STEADY_MS) pause = FIRST_PAUSE_MS
      console.error(`${name} ended; starting it again in ${pause / 1000} s`)
      await delay(pause, undefined, { signal }).catch(() => {})
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      if (!signal.aborted) current = await start(first).catch(reportFailure)
    }
  })()
  const stop = async () => {
    await current?.stop()
    await watching
    await current?.stop()
  }
  return { first, stop }
}

function reportFailure(error: unknown): undefined {
  console.error(error instanceof Error ? error.message : String(error))
}
