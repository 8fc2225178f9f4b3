import { useEffect, useEffectEvent } from 'react'
import { notify } from '../../../../lib/notify.tsx'
import type { Opening } from '../../requests/reading.queries.ts'
import type { ReadingStore } from '../../session/reading-store.ts'

/**
 * Resumes a study that was put aside when it is opened. Only the first fresh answer counts, so that a study put aside while it is open stays so although
 * it is reloaded.
 */
export function useTakingUp(store: ReadingStore, opening: Opening | null, isFresh: boolean, takeUp: () => Promise<void>): void {
  const decide = useEffectEvent((isAside: boolean) => {
    if (store.visit.decide() && isAside) takeUp().catch(() => notify.error('The study is still put aside'))
  })
  const isAside = isFresh && opening?.study._id === store.studyId ? opening.isAside : null
  useEffect(() => {
    if (isAside !== null) decide(isAside)
  }, [store, isAside])
}
