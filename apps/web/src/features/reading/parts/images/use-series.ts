import type { ReadSeries } from '@readroom/contracts/reading/reading'
import { useEffect, useEffectEvent, useState } from 'react'
import { type DisplaySet, type Drawn, drawnIn, type LogPlace, seriesIn } from '../../requests/viewer-frame.ts'
import type { SeenPart } from '../../session/seen-images.ts'

const lookEveryMs = 250

export type ShownSeries = DisplaySet & {
  /** True if all that must be seen of it was on screen, or this reader has displayed the whole series before. */
  isDisplayed: boolean
  /** The images or frames of it that were on screen. */
  shown: number
}

type Options = {
  studyId: string | undefined
  /** True if the study's images are visible. */
  isShown: boolean
  frame: () => HTMLIFrameElement | null
  /** UIDs of series that this reader has displayed. */
  before: ReadonlySet<string>
  /** The other series of the study, with the part of them that was displayed. */
  undisplayed: readonly Pick<ReadSeries, 'seriesInstanceUid' | 'shown'>[]
  /** Returns how much of a display set was on screen. */
  partOf: (set: DisplaySet) => SeenPart
  /** Called with what was drawn since the last look, and the display sets of the study. */
  onDrawn: (drawn: readonly Drawn[], own: readonly DisplaySet[]) => void
}

type Found = { of: string | undefined; place: LogPlace; sets: readonly ShownSeries[] }

/** Returns the displayable series of the front study, and how much of them has been on screen. */
export function useSeries({ studyId, isShown, frame, before, undisplayed, partOf, onDrawn }: Options): ShownSeries[] {
  const [found, setFound] = useState<Found>({ of: undefined, place: null, sets: [] })
  const tell = useEffectEvent(onDrawn)
  const measure = useEffectEvent(partOf)
  const look = useEffectEvent(() => {
    const sets = seriesIn(frame())
    if (sets.every(({ isPrior }) => isPrior)) return
    const known = found.of === studyId ? found : { of: studyId, place: null, sets: [] }
    const { place, drawn } = drawnIn(frame(), known.place)
    const own = sets.filter(({ isPrior }) => !isPrior)
    tell(drawn, own)
    const shown = sets.map((set) => {
      const { isWhole, shown } = set.isPrior ? { isWhole: false, shown: 0 } : measure(set)
      return { ...set, shown, isDisplayed: isWhole && set.undrawn === 0 }
    })
    if (drawn.length === 0 && JSON.stringify(shown) === JSON.stringify(known.sets)) return
    setFound({ of: studyId, place, sets: shown })
  })
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(() => look(), lookEveryMs)
    return () => clearInterval(timer)
  }, [isShown])
  if (found.of !== studyId) return []
  const isWholeSeries = ({ image, isPrior }: ShownSeries) => image === null && !isPrior
  const earlier = new Map(undisplayed.map(({ seriesInstanceUid, shown }) => [seriesInstanceUid, shown]))
  return found.sets.map((set) => ({
    ...set,
    isDisplayed: set.isDisplayed || before.has(set.seriesUid),
    shown: Math.max(set.shown, (isWholeSeries(set) && earlier.get(set.seriesUid)) || 0),
  }))
}
