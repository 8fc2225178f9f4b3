import { useSyncExternalStore } from 'react'
import { z } from 'zod'

const Round = z.object({ signed: z.number(), putAside: z.number(), skipped: z.array(z.string()) })
/** The work done in this tab. `skipped` are the ids of the skipped studies. */
export type Round = z.infer<typeof Round>

const keyOf = (userId: string) => `readroom-reading-round-${userId}`
const nothing: Round = { signed: 0, putAside: 0, skipped: [] }

function stored(userId: string): Round {
  try {
    return Round.parse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? ''))
  } catch {
    return nothing
  }
}

let round: { of: string; value: Round } | null = null
const listeners = new Set<() => void>()

const read = (userId: string): Round => {
  if (round?.of !== userId) round = { of: userId, value: stored(userId) }
  return round.value
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps the counts of the user's work in this tab. */
export function useRoundCounts(userId: string) {
  const value = useSyncExternalStore(subscribe, () => read(userId))
  const change = (changes: (before: Round) => Partial<Round>) => {
    const before = read(userId)
    round = { of: userId, value: { ...before, ...changes(before) } }
    sessionStorage.setItem(keyOf(userId), JSON.stringify(round.value))
    for (const listener of listeners) listener()
  }
  return { counts: value, change }
}
