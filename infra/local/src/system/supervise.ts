import { setTimeout as delay } from 'node:timers/promises'
import type { RunningChild } from '../core/child.ts'

export interface Supervised<T> {
  /** The result of the first start. */
  first: T
  stop: () => Promise<void>
}

/** A question that a child answers unless it hangs, and when a child that does not answer is ended. */
export interface Watch<T> {
  /** Resolves to true; to anything else, rejects or never ends if the child hangs. */
  ask: (child: T) => Promise<boolean>
  everyMs?: number
  /** The time for an answer. */
  answerMs?: number
  /** Questions in a row without an answer. */
  failures?: number
}

const PAUSE_MS = 250
const LONGEST_PAUSE_MS = 1_000
const ASK_MS = 5_000
const ANSWER_MS = 5_000
/** A minute: a busy machine may be late once, and what hangs is first noted by those who wait for it. */
const FAILURES = 6

/**
 * Starts something, and until the signal is given starts it again whenever it ends by itself: people wait, so within a second, however often
 * that happens. After a start that failed it pauses longer, up to a second. Rejects when the first start fails. A restart gets what the first
 * start gave, to come back on the same port. With `watch`, a child that hangs is killed, and so starts again.
 */
export async function supervise<T extends RunningChild>(
  name: string,
  signal: AbortSignal,
  start: (previous?: T) => Promise<T>,
  watch?: Watch<T>,
): Promise<Supervised<T>> {
  const first = await start()
  let current: T | undefined = first
  const endWatch = watch ? watchChild(name, watch, () => current) : () => {}
  const watching = (async () => {
    let pause = PAUSE_MS
    while (!signal.aborted) {
      await current?.exited
      if (signal.aborted) return
      pause = current ? PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS)
      console.error(`${name} ended; starting it again in ${pause / 1000} s`)
      current = undefined
      await delay(pause, undefined, { signal }).catch(() => {})
      if (!signal.aborted) current = await start(first).catch(reportFailure)
    }
  })()
  const stop = async () => {
    endWatch()
    await current?.stop()
    await watching
    await current?.stop()
  }
  return { first, stop }
}

/** Asks a child again and again, and kills it once it hangs. Returns the function that ends this. */
function watchChild<T extends RunningChild>(
  name: string,
  { ask, everyMs = ASK_MS, answerMs = ANSWER_MS, failures = FAILURES }: Watch<T>,
  current: () => T | undefined,
): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const hasAnswered = (child: T) => Promise.race([ask(child).catch(() => false), delay(answerMs, false, { signal })])
  void (async () => {
    let asked = current()
    let failed = 0
    for (;;) {
      await delay(everyMs, undefined, { signal })
      const child = current()
      if (child !== asked) failed = 0
      asked = child
      if (!child) continue
      failed = (await hasAnswered(child)) ? 0 : failed + 1
      if (failed < failures || child !== current()) continue
      console.error(`${name} does not answer; ending it`)
      failed = 0
      await child.kill()
    }
  })().catch(() => {})
  return () => stopping.abort()
}

function reportFailure(error: unknown): undefined {
  console.error(error instanceof Error ? error.message : String(error))
}
