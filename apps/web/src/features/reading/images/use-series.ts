import { useEffect, useEffectEvent, useState } from 'react'
import { type DisplaySet, seriesIn } from './viewer-frame.ts'

const lookEveryMs = 250

export type ShownSeries = DisplaySet & {
  /** True if it was on screen since the study was opened, or this reader has displayed the whole series before. */
  isDisplayed: boolean
}

/** A series of which every part was on screen. `loaded`: the number of images that the viewer had of it, or null if that is unknown. */
export type DisplayedSeries = { uid: string; loaded: number | null }

type Options = {
  studyId: string | undefined
  /** True if the study's images are visible. */
  isShown: boolean
  frame: () => HTMLIFrameElement | null
  /** UIDs of series that this reader has displayed before. */
  before: ReadonlySet<string>
  /** Called with the series whose last part has just come on screen. */
  onDisplayed: (series: DisplayedSeries[]) => void
}

/** Returns the series of which every part has been on screen. */
function wholeSeries(sets: readonly DisplaySet[], seen: ReadonlySet<string>): string[] {
  const left = new Set(sets.flatMap(({ uid, seriesUid }) => (seen.has(uid) ? [] : [seriesUid])))
  return [...new Set(sets.map(({ seriesUid }) => seriesUid))].filter((uid) => !left.has(uid))
}

/** Returns the displayable series of the front study, and which have been on screen. */
export function useSeries({ studyId, isShown, frame, before, onDisplayed }: Options): ShownSeries[] {
  const [found, setFound] = useState<{ of: string | undefined; sets: DisplaySet[]; seen: ReadonlySet<string> }>({
    of: undefined,
    sets: [],
    seen: new Set(),
  })
  const tell = useEffectEvent(onDisplayed)
  const look = useEffectEvent(() => {
    const sets = seriesIn(frame())
    if (sets.every(({ isPrior }) => isPrior)) return
    const known = found.of === studyId ? found : { of: studyId, sets: [], seen: new Set<string>() }
    const fresh = sets.filter(({ uid, isOnScreen }) => isOnScreen && !known.seen.has(uid))
    const seen = new Set([...known.seen, ...fresh.map(({ uid }) => uid)])
    if (fresh.length === 0 && JSON.stringify(sets) === JSON.stringify(known.sets)) return
    setFound({ of: studyId, sets, seen })
    const own = sets.filter(({ isPrior }) => !isPrior)
    // A series that was displayed earlier may have images by now that this frame does not have.
    const whole = wholeSeries(own, seen).filter((uid) => fresh.some(({ seriesUid }) => seriesUid === uid))
    const loadedOf = (uid: string) => own.find(({ seriesUid }) => seriesUid === uid)?.loaded ?? null
    if (whole.length > 0) tell(whole.map((uid) => ({ uid, loaded: loadedOf(uid) })))
  })
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(() => look(), lookEveryMs)
    return () => clearInterval(timer)
  }, [isShown])
  if (found.of !== studyId) return []
  return found.sets.map((set) => ({ ...set, isDisplayed: found.seen.has(set.uid) || before.has(set.seriesUid) }))
}
