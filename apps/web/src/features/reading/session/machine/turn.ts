import type { Call, Effect, Pause } from './events.ts'
import type { DraftState, SessionState } from './state.ts'

/** One step of the machine: the draft so far, and the work that it asks of the edge. */
export type Turn = {
  draft: DraftState
  /** The images beside the report. */
  readonly images: Pick<SessionState, 'standing' | 'displayed'>
  readonly effects: Effect[]
  readonly now: number
}

export function set(turn: Turn, changes: Partial<DraftState>) {
  turn.draft = { ...turn.draft, ...changes }
}

export const perform = (turn: Turn, effect: Effect): void => void turn.effects.push(effect)

export const wait = (turn: Turn, pause: Pause, ms: number | null): void => perform(turn, { do: 'wait', pause, ms })

/** Sends a request. Returns it, to be matched with its answer. */
export function request<C extends Call>(turn: Turn, call: C): C {
  perform(turn, { do: 'call', call })
  return call
}

const retriesMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const

/** Returns the pause before a request is repeated. */
export const retryAfter = (failures: number): number => retriesMs[Math.min(failures, retriesMs.length - 1)] ?? 0
