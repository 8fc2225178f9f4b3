import type { WorklistRow } from '@readroom/contracts/studies'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSessionCount } from '../../../lib/session/session.ts'
import { roundCallsOf } from '../reading.queries.ts'
import {
  isOn,
  type Page,
  type Past,
  placePage,
  reload,
  type Slot,
  type Slots,
  type Standing,
  standingOf,
  type Target,
} from './frame-slots.ts'
import { holdLoading, isLost, lookInto, navigateFrame } from './viewer-frame.ts'

const lookEveryMs = 100
/** Nothing is loaded ahead before whoever opened a study has had this long with it: both viewers share one thread. */
const quietMs = 1_500
/** OHIF's navigation takes less than a second; one that has not led anywhere by then is replaced by a reload, as is a frame that could not be loaded. */
const patienceMs = 6_000
/** A reader who still sees black after this long is told. */
const blackMs = 5_000

export type Shown = Pick<
  WorklistRow,
  '_id' | 'studyInstanceUID' | 'patientName' | 'patientId' | 'accessionNumber' | 'description' | 'studyDate' | 'numberOfImages'
> &
  Pick<WorklistRow, 'caseType' | 'priority'>

export type FramesOptions = {
  /** Null while its record is not there: nothing is shown without one. */
  study: Shown | null
  priorId: string | null
  /** Other studies of the patient, which OHIF may show beside it. */
  priorUids: readonly string[]
  /** What is loaded ahead. */
  nextId: string | null
  windowId: string
  /** The study's images are shown: it counts as opened. */
  onOpened: () => void
}

/** `since`: of this frame; `firstSince`: of its study, through reloads. */
type Frame = Past & { isReady: boolean; isLate: boolean; since: number; firstSince: number; element: HTMLIFrameElement | null }

/** Two viewers need memory, and a screen that is touched belongs to a device that has none to spare. */
const frameCount = () => {
  const memory = 'deviceMemory' in navigator ? Number(navigator.deviceMemory) : 8
  return memory >= 4 && !window.matchMedia('(pointer: coarse)').matches ? 2 : 1
}

const uidIn = (address: string) =>
  new URL(address, window.location.href).searchParams.get('StudyInstanceUIDs')?.split(',')[0] ?? ''

const pageOf = (target: Target, address: string): Page => ({ ...target, uid: uidIn(address), address })

/** What is known of each frame beside what it is to show, by its generation and study. */
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
    const made: Frame = { standing: 'opening', isReady: false, isLate: false, hasBeen: false, since, firstSince, element }
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
      frame.isLate = !frame.hasBeen && Date.now() - frame.firstSince > blackMs
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
 * The frames of one window: the study's own, and behind it the next one's, which is loaded while the first waits for nothing. Which frame is in
 * front follows from the study alone.
 */
export function useFrames({ study, priorId, priorUids, nextId, windowId, onOpened }: FramesOptions) {
  const [slots, setSlots] = useState<Slots>(() => Array.from({ length: frameCount() }, () => null))
  const [failure, setFailure] = useState<{ of: string; error: unknown } | null>(null)
  const [tries, setTries] = useState(0)
  /** What the window's cookie admits to by now. */
  const [granted, setGranted] = useState<Target | null>(null)
  /** How many images a study had when its frame was loaded: the viewer asks once. */
  const [loaded, setLoaded] = useState<{ studyId: string; images: number } | null>(null)
  const lastFront = useRef(0)
  const target = study && { studyId: study._id, priorId }
  const front = target ? slots.findIndex((slot) => isOn(slot, target)) : -1
  if (front >= 0) lastFront.current = front
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
  const noteLoaded = useEffectEvent(() => study && setLoaded({ studyId: study._id, images: study.numberOfImages }))
  const studyId = study?._id
  const sessionCount = useSessionCount()
  useEffect(() => {
    if (studyId === undefined) return
    let isOver = false
    setFailure(null)
    roundCallsOf(studyId, windowId)
      .images({ priorId, nextId: null })
      .then(
        ({ shown }) => {
          if (isOver) return
          setGranted({ studyId, priorId })
          put(pageOf({ studyId, priorId }, shown))
          noteLoaded()
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
  const ahead = slots.length > 1 && isReady && isGranted && nextId !== null && nextId !== studyId ? nextId : null
  useEffect(() => {
    if (studyId === undefined || ahead === null) return
    let isOver = false
    const loadAhead = async () => {
      // What cannot be loaded ahead is loaded when it is the reader's turn.
      const answer = await roundCallsOf(studyId, windowId)
        .images({ priorId, nextId: ahead })
        .catch(() => null)
      if (isOver || !answer?.next) return
      const page = pageOf({ studyId: ahead, priorId: null }, answer.next)
      const back = 1 - lastFront.current
      setSlots((all) => (isOn(all[back], page) ? all : placePage(all, back, page)))
    }
    const timer = setTimeout(() => void loadAhead(), quietMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [studyId, priorId, ahead, windowId])

  const isRightStudy = frontSlot?.page.uid === study?.studyInstanceUID
  const standing: Standing = !frontFrame ? 'opening' : isRightStudy ? frontFrame.standing : 'other'
  return {
    slots,
    front,
    standing,
    /** Something of the study has not been drawn, though there was time. */
    isLate: frontFrame?.isLate ?? false,
    /** So many images came after the frame was loaded. */
    missing: study && loaded?.studyId === study._id ? Math.max(0, study.numberOfImages - loaded.images) : 0,
    loadAgain() {
      setSlots((all) => reload(all, front))
      if (study) setLoaded({ studyId: study._id, images: study.numberOfImages })
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
