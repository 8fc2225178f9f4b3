import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '@readroom/demo/api-client'

const times = 5
const pauseMs = 1_000

/** Returns true if the API itself was too busy, for example because a lock or the database took too long. A refusal by the proxy is a failure. */
const isBusy = (error: unknown): boolean => error instanceof Refusal && error.status === 503 && error.requestId !== null

/** Sends a request again if the API is busy, as browsers do. Throws every other error. Returns the answer and how often the request was repeated. */
export async function patiently<T>(send: () => Promise<T>): Promise<{ answer: T; repeated: number }> {
  for (let repeated = 0; ; repeated += 1) {
    try {
      return { answer: await send(), repeated }
    } catch (error) {
      if (!isBusy(error) || repeated === times) throw error
      await delay(pauseMs)
    }
  }
}
