import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isOutage } from '../../../../lib/api/api-error.ts'
import { useSessionCount } from '../../../../lib/session/session.ts'
import type { RoundCalls } from '../../requests/reading.queries.ts'
import { navigateFrame } from '../../requests/viewer-frame.ts'
import type { Standing } from '../../session/machine/events.ts'
import { isOn, openPage, type Page, pageOf, reload, reloadWith, type Slot, type Slots, type Target } from './frame-slots.ts'
import { useLateImages } from './use-late-images.ts'
import { useLoadingAhead } from './use-loading-ahead.ts'
import { useWatchedFrames } from './use-watched-frames.ts'

export type Shown = Pick<
  WorklistRow,
  '_id' | 'studyInstanceUID' | 'patientName' | 'patientId' | 'accessionNumber' | 'description' | 'studyDate' | 'numberOfImages'
> &
  Pick<WorklistRow, 'caseType' | 'priority'>

export type FramesOptions = {
  calls: Pick<RoundCalls, 'images'>
  /** Null until its record is loaded. Nothing is shown without a record. */
  study: Shown | null
  priorId: string | null
  /** The patient's other studies, which OHIF may show beside it. */
  priorUids: readonly string[]
  /** The study to load ahead. */
  nextId: string | null
  /** Called when the study's images are shown, which counts as opening it. */
  onOpened: () => void
}

/** While the server can't be reached, the images are asked for again after so long. */
const outageRestMs = 3_000

/** Returns the number of frames. Two viewers need memory, and touch devices rarely have enough. */
const frameCount = () => {
  const memory = 'deviceMemory' in navigator ? Number(navigator.deviceMemory) : 8
  return memory >= 4 && !window.matchMedia('(pointer: coarse)').matches ? 2 : 1
}

/**
 * Manages the frames of one window: the study's own, and behind it the next study's, which loads while the front one is idle. The study alone determines
 * which frame is in front.
 */
export function useFrames({ calls, study, priorId, priorUids, nextId, onOpened }: FramesOptions) {
  const [slots, setSlots] = useState<Slots>(() => Array.from({ length: frameCount() }, () => null))
  const [failure, setFailure] = useState<{ of: string; error: unknown } | null>(null)
  const [tries, setTries] = useState(0)
  /** The studies that the window's cookie currently grants. */
  const [granted, setGranted] = useState<Target | null>(null)
  const lastFront = useRef(0)
  const target = study && { studyId: study._id, priorId }
  const front = target ? slots.findIndex((slot) => isOn(slot, target)) : -1
  useEffect(() => {
    if (front >= 0) lastFront.current = front
  }, [front])
  const { frameOf, hold, elementOf } = useWatchedFrames({
    slots,
    setSlots,
    allowedOf: (slot) => (slot.page.studyId === study?._id ? priorUids : []),
    isFront: (slot) => slot === slots[front],
  })

  const opened = useEffectEvent(onOpened)
  const put = useEffectEvent((page: Page) => {
    const isNew = granted?.studyId !== page.studyId
    setSlots((all) => openPage(all, lastFront.current, page, isNew))
  })
  const studyId = study?._id
  const sessionCount = useSessionCount()
  useEffect(() => {
    if (studyId === undefined) return
    let isOver = false
    calls.images({ priorId, nextId: null }).then(
      ({ shown, images, generations }) => {
        if (isOver) return
        setFailure(null)
        setGranted({ studyId, priorId })
        put(pageOf({ studyId, priorId }, shown, { images: images.shown, imagesGeneration: generations.shown }))
        opened()
      },
      (error: unknown) => !isOver && setFailure({ of: studyId, error }),
    )
    return () => {
      isOver = true
    }
  }, [calls, studyId, priorId, tries, sessionCount])

  useEffect(() => {
    if (!isOutage(failure?.error)) return
    const timer = setTimeout(() => setTries((count) => count + 1), outageRestMs)
    return () => clearTimeout(timer)
  }, [failure])

  const frontSlot = slots[front] ?? null
  const frontFrame = frontSlot && frameOf(frontSlot)
  const isReady = frontFrame?.isReady ?? false
  const isGranted = granted?.studyId === studyId && granted?.priorId === priorId
  const mayLoadBehind = slots.length > 1 && isReady && isGranted
  const imageCount = study?.numberOfImages ?? 0
  const late = useLateImages({ studyId, priorId, imageCount, slots, setSlots, front, lastFront, frameOf, mayLoadBehind })
  const mayLoadAhead = mayLoadBehind && late.missing === 0
  useLoadingAhead({ calls, studyId, priorId, nextId: mayLoadAhead ? nextId : null, setSlots, lastFront })

  const isRightStudy = frontSlot?.page.uid === study?.studyInstanceUID
  const standing: Standing = !frontFrame ? 'opening' : isRightStudy ? frontFrame.standing : 'other'
  return {
    slots,
    front,
    standing,
    /** True once it has been drawn and waited for nothing. */
    isReady,
    /** True if part of the study is still not drawn although there was time. */
    isLate: frontFrame?.isLate ?? false,
    /** True if something in front is still black. */
    isBlack: frontFrame?.isDrawn === false,
    /** The number of images that the viewer waits for meanwhile. */
    awaited: frontFrame?.awaited ?? 0,
    /** The images that arrived after the frame had loaded the study. */
    late,
    failure: failure && failure.of === studyId ? failure.error : null,
    retry() {
      setFailure(null)
      setTries(tries + 1)
    },
    /** Loads the study in front from scratch, with the images that it has by now. */
    loadAgain: () => setSlots((all) => reloadWith(all, front, imageCount)),
    hold,
    frontElement: () => frontSlot && elementOf(frontSlot),
    goOn(slot: Slot, index: number) {
      if (!navigateFrame(elementOf(slot), slot.page.address)) setSlots((all) => reload(all, index))
    },
  }
}
