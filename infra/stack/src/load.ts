import { setTimeout as delay } from 'node:timers/promises'
import { patiently } from './patiently.ts'

/** One kind of request, and its share in a hundred. `run` throws if it fails. */
export type Kind = { share: number; run: () => Promise<void> }

export type Load = {
  /** Waits until so many more requests have been answered. */
  answerMore: (requests: number) => Promise<void>
  /** Ends it. Returns how many of each kind were answered, how many were sent again because the API was busy, and what went wrong. */
  end: () => Promise<{ answered: Record<string, number>; repeated: number; failures: string[] }>
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? [error.message, error.cause ? reasonOf(error.cause) : ''].filter(Boolean).join(': ') : String(error)

/** Requests of all kinds, mixed, by so many callers at once, each waiting for its answer before it asks again. */
export function startLoad(kinds: Record<string, Kind>, callers: number): Load {
  const answered = Object.fromEntries(Object.keys(kinds).map((name) => [name, 0]))
  const failures: string[] = []
  const plan = Object.entries(kinds).flatMap(([name, { share, run }]) => Array.from({ length: share }, () => ({ name, run })))
  let next = 0
  let isEnding = false
  let repeated = 0
  const total = () => Object.values(answered).reduce((sum, count) => sum + count, 0)

  async function call(): Promise<void> {
    while (!isEnding) {
      // Kinds stand together in the plan; steps of a number that shares no factor with its length mix them.
      const { name, run } = plan[(next++ * 37) % plan.length] ?? {}
      if (!name || !run) return
      try {
        const { repeated: times } = await patiently(run)
        repeated += times
        answered[name] = (answered[name] ?? 0) + 1
      } catch (error) {
        failures.push(`${new Date().toISOString()} ${name}: ${reasonOf(error)}`)
      }
    }
  }
  const calling = Promise.all(Array.from({ length: callers }, call))

  return {
    async answerMore(requests) {
      const enough = total() + requests
      while (total() < enough && failures.length < 20) await delay(100)
    },
    async end() {
      isEnding = true
      await calling
      return { answered, repeated, failures }
    },
  }
}
