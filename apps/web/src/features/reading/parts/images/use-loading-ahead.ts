import { type RefObject, useEffect } from 'react'
import type { RoundCalls } from '../../requests/reading.queries.ts'
import { isOn, pageOf, placePage, type Slots } from './frame-slots.ts'

/** The front study has this long alone before anything is loaded ahead, because both viewers share a thread. */
const quietMs = 1_500

type Options = {
  calls: Pick<RoundCalls, 'images'>
  studyId: string | undefined
  priorId: string | null
  /** The study to load ahead. Null while nothing may be loaded. */
  nextId: string | null
  setSlots: (change: (slots: Slots) => Slots) => void
  lastFront: RefObject<number>
}

/** Loads the next study in the frame behind the front one. */
export function useLoadingAhead({ calls, studyId, priorId, nextId, setSlots, lastFront }: Options): void {
  useEffect(() => {
    if (studyId === undefined || nextId === null || nextId === studyId) return
    let isOver = false
    const loadAhead = async () => {
      // A failure here is ignored. The study is then loaded when it is opened.
      const answer = await calls.images({ priorId, nextId }).catch(() => null)
      if (isOver || !answer?.next) return
      const images = { images: answer.images.next ?? 0, imagesGeneration: answer.generations.next ?? 0 }
      const page = pageOf({ studyId: nextId, priorId: null }, answer.next, images)
      const back = 1 - lastFront.current
      setSlots((all) => (isOn(all[back], page) ? all : placePage(all, back, page)))
    }
    const timer = setTimeout(() => void loadAhead(), quietMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [calls, studyId, priorId, nextId, setSlots, lastFront])
}
