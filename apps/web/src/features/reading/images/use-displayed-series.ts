import type { ReadSeries } from '@readroom/contracts/reading/reading'
import { useEffect, useRef, useState } from 'react'
import { type Opening, roundCallsOf } from '../reading.queries.ts'
import type { DisplayedSeries as Displayed } from './use-series.ts'

/** `images`: how many each series had when it was displayed: in the viewer, or as far as the page knew. */
type Known = { of: string; images: ReadonlyMap<string, number> }

/** Records which series the reader has displayed, and reports them to the server. Failed reports are repeated, at the latest before signing. */
export function useDisplayedSeries(studyId: string, opening: Pick<Opening, 'series'> | null, windowId: string) {
  const [known, setKnown] = useState<Known>({ of: studyId, images: new Map() })
  const untold = useRef(new Map<string, Displayed>())
  const calls = roundCallsOf(studyId, windowId)

  const underWay = useRef(Promise.resolve())
  const send = async () => {
    const sent = untold.current
    if (sent.size === 0) return
    untold.current = new Map()
    try {
      const loaded = [...sent.values()].flatMap(({ uid, loaded }) =>
        loaded === null ? [] : [{ seriesInstanceUid: uid, images: loaded }],
      )
      await calls.displayed({ seriesInstanceUids: [...sent.keys()], loaded })
    } catch (error) {
      untold.current = new Map([...sent, ...untold.current])
      throw error
    }
  }
  /** Sends one report after the other, so that waiting for the last waits for all. */
  const tell = () => {
    const sent = underWay.current.then(send)
    underWay.current = sent.catch(() => undefined)
    return sent
  }
  // Starts over for each study. Unreported series of the previous one are asked about when it is signed.
  useEffect(() => {
    untold.current = new Map()
  }, [studyId])

  const series = opening?.series ?? []
  const displayed = known.of === studyId ? known.images : new Map<string, number>()
  const hasMore = new Set(
    series.flatMap(({ seriesInstanceUid, imageCount, isDisplayed }) =>
      !isDisplayed && imageCount > (displayed.get(seriesInstanceUid) ?? 0) ? [seriesInstanceUid] : [],
    ),
  )
  const before = new Set(
    [...series.map(({ seriesInstanceUid }) => seriesInstanceUid), ...displayed.keys()].filter((uid) => !hasMore.has(uid)),
  )
  return {
    /** UIDs of series that this reader has displayed before, with all images that they have. */
    before,
    onDisplayed(shown: readonly Displayed[]) {
      const fresh = shown.filter(({ uid }) => !before.has(uid))
      if (fresh.length === 0) return
      const countOf = (uid: string) => series.find(({ seriesInstanceUid }) => seriesInstanceUid === uid)?.imageCount ?? 0
      const images = fresh.map(({ uid, loaded }) => [uid, loaded ?? countOf(uid)] as const)
      setKnown({ of: studyId, images: new Map([...displayed, ...images]) })
      for (const one of fresh) untold.current.set(one.uid, one)
      void tell().catch(() => undefined)
    },
    /** Rejects if the report to the server failed. */
    settle: tell,
    undisplayed: (): ReadSeries[] => series.filter(({ seriesInstanceUid }) => !before.has(seriesInstanceUid)),
  }
}

export type DisplayedSeries = ReturnType<typeof useDisplayedSeries>
