import { setTimeout as delay } from 'node:timers/promises'

/** How long whoever asks for the state of a program waits for that of what it depends on. */
const PROBE_MS = 2_000

export type DependencyState = 'up' | 'down'

/** `down` where a question is refused, or has no answer within two seconds. */
export async function stateOf(question: Promise<unknown>): Promise<DependencyState> {
  const answered = question.then(
    () => 'up' as const,
    () => 'down' as const,
  )
  return Promise.race([answered, delay(PROBE_MS, 'down' as const, { ref: false })])
}
