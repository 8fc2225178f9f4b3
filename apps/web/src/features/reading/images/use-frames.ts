import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSessionCount } from '../../../lib/session/session.ts'
import { roundCallsOf } from '../reading.queries.ts'
import {
  isOn,
  loadSpare,
  type Page,
  type Past,
  placePage,
  reload,
  reloadWith,
  type Slot,
  type Slots,
  type Standing,
  showSpare,
  standingOf,
  type Target,
} from './frame-slots.ts'
import { holdLoading, isLost, lookInto, navigateFrame } from './viewer-frame.ts'

const lookEveryMs = 100
/** The front study has this long alone before anything is loaded ahead, because both viewers share a thread. */
const quietMs = 1_500
/** OHIF's navigation takes less than a second. A frame whose navigation has not finished by then, or that failed to load, is reloaded. */
const patienceMs = 6_000
/** A reader who still sees black after this long gets a notice. */
const blackMs = 5_000
/** A scanner sends a study image by image: late images are loaded once none has arrived for this long. */
const settledMs = 3_000

export type Shown = Pick<
  WorklistRow,
  '_id' | 'studyInstanceUID' | 'patientName' | 'patientId' | 'accessionNumber' | 'description' | 'studyDate' | 'numberOfImages'
> &
  Pick<WorklistRow, 'caseType' | 'priority'>

export type FramesOptions = {
  /** Null until its record is loaded. Nothing is shown without a record. */
  study: Shown | null
  priorId: string | null
  /** The patient's other studies, which OHIF may show beside it. */
  priorUids: readonly string[]
  /** The study to load ahead. */
  nextId: string | null
  windowId: string
  /** Called when the study's images are shown, which counts as opening it. */
  onOpened: () => void
}

/** `since` counts for this frame, `firstSince` for its study, across reloads. */
type Frame = Past & {
  isReady: boolean
  isLate: boolean
  since: number
  firstSince: number
  /** The time when all of it was last drawn, or when the wait began. */
  drawnAt: number
  element: HTMLIFrameElement | null
}

/** Returns the number of frames. Two viewers need memory, and touch devices rarely have enough. */
const frameCount = () => {
  const memory = 'deviceMemory' in navigator ? Number(navigator.deviceMemory) : 8
  return memory >= 4 && !window.matchMedia('(pointer: coarse)').matches ? 2 : 1
}

const uidIn = (address: string) =>
  new URL(address, window.location.href).searchParams.get('StudyInstanceUIDs')?.split(',')[0] ?? ''

const pageOf = (target: Target, address: string, images: number): Page => ({ ...target, uid: uidIn(address), address, images })

/** Tracks the state of each frame, by its generation and study. */
function useWatch(
  slots: Slots,
  setSlots: (change: (slots: Slots) => Slots) => void,
  allowedOf: (slot: Slot) => readonly string[],
  isFront: (slot: Slot) => boolean,
) {
  const frames = useRef(new Map<string, Frame>())
  const elements = useRef(new Map<number, HTMLIFrameElement>())
  const [standings, setStandings] = useState<readonly string[]>([])
  const keyOf = ({ generation, page }: Slot) => `${generation} ${page.studyId}`
  const frameOf = (slot: Slot): Frame => {
    const key = keyOf(slot)
    const element = elements.current.get(slot.generation) ?? null
    const known = frames.current.get(key)
    if (known) return Object.assign(known, { element })
    const { studyId } = slot.page
    const before = [...frames.current].find(([other]) => other.endsWith(` ${studyId}`))?.[1]
    const since = Date.now()
    const firstSince = before?.firstSince ?? since
    const made: Frame = {
      standing: 'opening',
      isReady: false,
      isLate: false,
      hasBeen: false,
      since,
      firstSince,
      element,
      drawnAt: firstSince,
    }
    frames.current.set(key, made)
    return made
  }
  const look = useEffectEvent(() => {
    let isFrontBusy = false
    const now = slots.map((slot, index) => {
      if (!slot) return ''
      const frame = frameOf(slot)
      const seen = lookInto(frame.element)
      frame.standing = standingOf(slot, seen, allowedOf(slot), frame)
      frame.hasBeen ||= frame.standing === 'same' && seen?.isDrawn === true
      frame.isReady ||= frame.hasBeen && seen?.isIdle === true
      if (frame.standing === 'same' && seen?.isDrawn) frame.drawnAt = Date.now()
      // A series that is chosen later may stay black as well.
      frame.isLate = Date.now() - frame.drawnAt > blackMs
      if (isFront(slot)) isFrontBusy = seen?.isIdle === false
      const mayBeStuck = slot.uids.length > 1 || isLost(frame.element)
      const isStuck = mayBeStuck && !frame.hasBeen && Date.now() - frame.since > patienceMs
      if (isStuck) setSlots((all) => reload(all, index))
      return `${keyOf(slot)} ${frame.standing} ${frame.isReady} ${frame.isLate}`
    })
    for (const slot of slots) if (slot) holdLoading(frameOf(slot).element, isFrontBusy && !isFront(slot))
    const kept = new Set(slots.flatMap((slot) => (slot ? [keyOf(slot)] : [])))
    for (const key of frames.current.keys()) if (!kept.has(key)) frames.current.delete(key)
    setStandings((before) => (before.join() === now.join() ? before : now))
  })
  useEffect(() => {
    const timer = setInterval(() => look(), lookEveryMs)
    return () => clearInterval(timer)
  }, [])
  return { frameOf, elements: elements.current, standings }
}

/**
 * Manages the frames of one window: the study's own, and behind it the next study's, which loads while the front one is idle. The study alone determines
 * which frame is in front.
 */
export function useFrames({ study, priorId, priorUids, nextId, windowId, onOpened }: FramesOptions) {
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
  const watch = useWatch(
    slots,
    setSlots,
    (slot) => (slot.page.studyId === study?._id ? priorUids : []),
    (slot) => slot === slots[front],
  )

  const opened = useEffectEvent(onOpened)
  const put = useEffectEvent((page: Page) =>
    setSlots((all) => (all.some((slot) => isOn(slot, page)) ? all : placePage(all, lastFront.current, page))),
  )
  const studyId = study?._id
  const sessionCount = useSessionCount()
  useEffect(() => {
    if (studyId === undefined) return
    let isOver = false
    setFailure(null)
    roundCallsOf(studyId, windowId)
      .images({ priorId, nextId: null })
      .then(
        ({ shown, images }) => {
          if (isOver) return
          setGranted({ studyId, priorId })
          put(pageOf({ studyId, priorId }, shown, images.shown))
          opened()
        },
        (error: unknown) => !isOver && setFailure({ of: studyId, error }),
      )
    return () => {
      isOver = true
    }
  }, [studyId, priorId, windowId, tries, sessionCount])

  const frontSlot = slots[front] ?? null
  const frontFrame = frontSlot && watch.frameOf(frontSlot)
  const isReady = frontFrame?.isReady ?? false
  const isGranted = granted?.studyId === studyId && granted?.priorId === priorId
  const imageCount = study?.numberOfImages ?? 0
  const missing = frontSlot ? Math.max(0, imageCount - frontSlot.page.images) : 0
  const mayLoadBehind = slots.length > 1 && isReady && isGranted

  const spare = slots.find((slot) => slot?.isSpare && slot.page.studyId === studyId && slot.page.priorId === priorId) ?? null
  const hasAll = spare !== null && spare.page.images >= imageCount
  const isSpareDue = mayLoadBehind && missing > 0 && !hasAll
  useEffect(() => {
    if (!isSpareDue) return
    const timer = setTimeout(() => setSlots((all) => loadSpare(all, lastFront.current, imageCount)), settledMs)
    return () => clearTimeout(timer)
  }, [isSpareDue, imageCount, studyId, priorId])

  const ahead = mayLoadBehind && missing === 0 && nextId !== null && nextId !== studyId ? nextId : null
  useEffect(() => {
    if (studyId === undefined || ahead === null) return
    let isOver = false
    const loadAhead = async () => {
      // A failure here is ignored. The study is then loaded when it is opened.
      const answer = await roundCallsOf(studyId, windowId)
        .images({ priorId, nextId: ahead })
        .catch(() => null)
      if (isOver || !answer?.next) return
      const page = pageOf({ studyId: ahead, priorId: null }, answer.next, answer.images.next ?? 0)
      const back = 1 - lastFront.current
      setSlots((all) => (isOn(all[back], page) ? all : placePage(all, back, page)))
    }
    const timer = setTimeout(() => void loadAhead(), quietMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [studyId, priorId, ahead, windowId])

  const isSpareLoaded = hasAll && watch.frameOf(spare).isReady
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
    /** The images that arrived after the frame had loaded the study: their number, and whether a spare frame has them. */
    late: { missing, isLoaded: isSpareLoaded },
    /** Shows the late images. Uses the spare frame if it has them. */
    showLate() {
      setSlots((all) => (isSpareLoaded ? showSpare(all) : reloadWith(all, front, imageCount)))
    },
    failure: failure && failure.of === studyId ? failure.error : null,
    retry: () => setTries(tries + 1),
    hold: (slot: Slot, element: HTMLIFrameElement | null) => {
      if (element) watch.elements.set(slot.generation, element)
      else watch.elements.delete(slot.generation)
    },
    frontElement: () => (frontSlot ? (watch.elements.get(frontSlot.generation) ?? null) : null),
    goOn(slot: Slot, index: number) {
      if (!navigateFrame(watch.elements.get(slot.generation) ?? null, slot.page.address)) setSlots((all) => reload(all, index))
    },
  }
}
