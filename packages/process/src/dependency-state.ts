import { setTimeout as delay } from 'node:timers/promises'

/** How long whoever asks for the state of a program waits for that of what it depends on. */
const PROBE_MS = 2_000

export type DependencyState = 'up' | 'down'

/** What a question is answered within two seconds; null where it is refused, or not answered. */
export async function answerOf<T>(question: Promise<T>): Promise<T | null> {
  return Promise.race([question.catch(() => null), delay(PROBE_MS, null, { ref: false })])
}

/** `down` where a question is refused, or has no answer within two seconds. */
export async function stateOf(question: Promise<unknown>): Promise<DependencyState> {
  const answered = question.then(
    () => 'up' as const,
    () => 'down' as const,
  )
  return Promise.race([answered, delay(PROBE_MS, 'down' as const, { ref: false })])
}
