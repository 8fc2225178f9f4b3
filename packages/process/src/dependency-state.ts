import { setTimeout as delay } from 'node:timers/promises'

/** The longest wait for the answer of a dependency when a program's state is requested. */
const PROBE_MS = 2_000

export type DependencyState = 'up' | 'down'

/** Returns the answer of a question within two seconds; null if it is refused, or not answered. */
export async function answerOf<T>(question: Promise<T>): Promise<T | null> {
  return Promise.race([question.catch(() => null), delay(PROBE_MS, null, { ref: false })])
}

/** `down` if a question is refused, or has no answer within two seconds. */
export async function stateOf(question: Promise<unknown>): Promise<DependencyState> {
  const answered = question.then(
    () => 'up' as const,
    () => 'down' as const,
  )
  return Promise.race([answered, delay(PROBE_MS, 'down' as const, { ref: false })])
}
