import { setTimeout as delay } from 'node:timers/promises'
import type { RunningChild } from '../core/child.ts'

export interface Supervised<T> {
  /** The result of the first start. */
  first: T
  stop: () => Promise<void>
}

const PAUSE_MS = 250
const LONGEST_PAUSE_MS = 1_000

/**
 * Starts something, and until the signal is given starts it again whenever it ends by itself: people wait, so within a second, however often
 * that happens. After a start that failed it pauses longer, up to a second. Rejects when the first start fails. A restart gets what the first
 * start gave, to come back on the same port.
 */
export async function supervise<T extends RunningChild>(
  name: string,
  signal: AbortSignal,
  start: (previous?: T) => Promise<T>,
): Promise<Supervised<T>> {
  const first = await start()
  let current: T | undefined = first
  const watching = (async () => {
    let pause = PAUSE_MS
    while (!signal.aborted) {
      await current?.exited
      if (signal.aborted) return
      pause = current ? PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS)
      console.error(`${name} ended; starting it again in ${pause / 1000} s`)
      await delay(pause, undefined, { signal }).catch(() => {})
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
