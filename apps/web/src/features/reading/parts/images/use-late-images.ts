import { type RefObject, useEffect } from 'react'
import { loadSpare, reloadWith, type Slots, showSpare } from './frame-slots.ts'
import type { WatchedFrames } from './use-watched-frames.ts'

/** A scanner sends a study image by image: late images are loaded once none has arrived for this long. */
const settledMs = 3_000

type Options = {
  studyId: string | undefined
  priorId: string | null
  /** The number of images that the study has by now. */
  imageCount: number
  slots: Slots
  setSlots: (change: (slots: Slots) => Slots) => void
  front: number
  lastFront: RefObject<number>
  frameOf: WatchedFrames['frameOf']
  /** True if another frame may load behind the front one. */
  mayLoadBehind: boolean
}

/** Loads images that arrived after the front frame had loaded the study. A spare frame loads them behind it, if there is room for one. */
export function useLateImages(options: Options) {
  const { studyId, priorId, imageCount, slots, setSlots, front, lastFront, frameOf, mayLoadBehind } = options
  const frontSlot = slots[front] ?? null
  const missing = frontSlot ? Math.max(0, imageCount - frontSlot.page.images) : 0
  const spare = slots.find((slot) => slot?.isSpare && slot.page.studyId === studyId && slot.page.priorId === priorId) ?? null
  const hasAll = spare !== null && spare.page.images >= imageCount
  const isSpareDue = mayLoadBehind && missing > 0 && !hasAll
  useEffect(() => {
    if (!isSpareDue) return
    const timer = setTimeout(() => setSlots((all) => loadSpare(all, lastFront.current, imageCount)), settledMs)
    return () => clearTimeout(timer)
  }, [isSpareDue, imageCount, studyId, priorId, setSlots, lastFront])

  const isLoaded = hasAll && frameOf(spare).isReady
  return {
    /** The number of late images. */
    missing,
    /** True if a spare frame has them. */
    isLoaded,
    /** Shows the late images. Uses the spare frame if it has them. */
    show() {
      setSlots((all) => (isLoaded ? showSpare(all) : reloadWith(all, front, imageCount)))
    },
  }
}
