import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { holdLoading, isLost, lookInto } from '../../requests/viewer-frame.ts'
import { type Past, reload, type Slot, type Slots, standingOf } from './frame-slots.ts'

const lookEveryMs = 100
/** OHIF's navigation takes less than a second. A frame whose navigation has not finished by then, or that failed to load, is reloaded. */
const patienceMs = 6_000
/** A reader who still sees black after this long gets a notice. */
const blackMs = 5_000

/** `since` counts for this frame, `firstSince` for its study, across reloads. */
type Frame = Past & {
  isReady: boolean
  isLate: boolean
  isDrawn: boolean
  /** The number of images that it waits for, if it is not drawn. */
  awaited: number
  since: number
  firstSince: number
  /** The time when all of it was last drawn, or when the wait began. */
  drawnAt: number
  element: HTMLIFrameElement | null
}

type Options = {
  slots: Slots
  setSlots: (change: (slots: Slots) => Slots) => void
  /** Returns the patient's other studies that the frame may show. */
  allowedOf: (slot: Slot) => readonly string[]
  isFront: (slot: Slot) => boolean
}

/** Tracks the state of each frame, by its generation and study. Reloads a frame that is stuck. */
export function useWatchedFrames({ slots, setSlots, allowedOf, isFront }: Options) {
  const frames = useRef(new Map<string, Frame>())
  const elements = useRef(new Map<number, HTMLIFrameElement>())
  // Renders again when the state of a frame has changed.
  const [, setStandings] = useState<readonly string[]>([])
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
      isDrawn: false,
      awaited: 0,
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
      frame.isReady ||= frame.hasBeen && seen?.awaited === 0
      frame.isDrawn = frame.standing === 'same' && seen?.isDrawn === true
      frame.awaited = frame.isDrawn ? 0 : (seen?.awaited ?? 0)
      if (frame.isDrawn) frame.drawnAt = Date.now()
      // A series that is chosen later may stay black as well.
      frame.isLate = Date.now() - frame.drawnAt > blackMs
      if (isFront(slot)) isFrontBusy = seen !== null && seen.awaited !== 0
      const mayBeStuck = slot.uids.length > 1 || isLost(frame.element)
      const isStuck = mayBeStuck && !frame.hasBeen && Date.now() - frame.since > patienceMs
      if (isStuck) setSlots((all) => reload(all, index))
      return `${keyOf(slot)} ${frame.standing} ${frame.isReady} ${frame.isLate} ${frame.isDrawn} ${frame.awaited}`
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
  return {
    frameOf,
    /** Takes over the element that shows a slot, or null when it is gone. */
    hold(slot: Slot, element: HTMLIFrameElement | null) {
      if (element) elements.current.set(slot.generation, element)
      else elements.current.delete(slot.generation)
    },
    elementOf: (slot: Slot) => elements.current.get(slot.generation) ?? null,
  }
}

export type WatchedFrames = ReturnType<typeof useWatchedFrames>
