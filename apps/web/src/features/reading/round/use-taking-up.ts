import { useEffect, useEffectEvent, useRef } from 'react'
import { notify } from '../../../lib/notify.tsx'
import type { Opening } from '../reading.queries.ts'

/**
 * Resumes a study that was put aside when it is opened. Only the first fresh answer counts, so that a study put aside while it is open stays so although
 * it is reloaded. Returns the function to call when the user puts it aside.
 */
export function useTakingUp(studyId: string, opening: Opening | null, isFresh: boolean, takeUp: () => Promise<void>) {
  const visit = useRef({ studyId, isDecided: false })
  const decide = useEffectEvent((isAside: boolean) => {
    if (visit.current.isDecided) return
    visit.current.isDecided = true
    if (isAside) takeUp().catch(() => notify.error('The study is still put aside'))
  })
  useEffect(() => {
    visit.current = { studyId, isDecided: false }
  }, [studyId])
  const isAside = isFresh && opening?.study._id === studyId ? opening.isAside : null
  useEffect(() => {
    if (isAside !== null) decide(isAside)
  }, [isAside])
  return () => {
    visit.current.isDecided = true
  }
}
