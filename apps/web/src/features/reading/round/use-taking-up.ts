import { useEffect, useEffectEvent, useRef } from 'react'
import { notify } from '../../../lib/notify.tsx'
import type { Opening } from '../reading.queries.ts'

/**
 * A study that was put aside is gone on with by whoever opens it: what is first heard of it counts. One that is put aside while it is open stays so,
 * although it is read again meanwhile. Answers what is to be called then.
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
