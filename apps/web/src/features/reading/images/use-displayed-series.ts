import type { ReadSeries } from '@readroom/contracts/reading/reading'
import { useEffect, useRef, useState } from 'react'
import { type Opening, roundCallsOf } from '../reading.queries.ts'

/** `images`: how many each series had, as far as the page knew, when it was displayed. */
type Known = { of: string; images: ReadonlyMap<string, number> }

/** Records which series the reader has displayed, and reports them to the server. Failed reports are repeated, at the latest before signing. */
export function useDisplayedSeries(studyId: string, opening: Pick<Opening, 'series'> | null, windowId: string) {
  const [known, setKnown] = useState<Known>({ of: studyId, images: new Map() })
  const untold = useRef(new Set<string>())
  const calls = roundCallsOf(studyId, windowId)

  const underWay = useRef(Promise.resolve())
  const send = async () => {
    const seriesInstanceUids = [...untold.current]
    if (seriesInstanceUids.length === 0) return
    untold.current = new Set()
    try {
      await calls.displayed({ seriesInstanceUids })
    } catch (error) {
      for (const uid of seriesInstanceUids) untold.current.add(uid)
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
    untold.current = new Set()
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
    onDisplayed(uids: readonly string[]) {
      const fresh = uids.filter((uid) => !before.has(uid))
      if (fresh.length === 0) return
      const countOf = (uid: string) => series.find(({ seriesInstanceUid }) => seriesInstanceUid === uid)?.imageCount ?? 0
      setKnown({ of: studyId, images: new Map([...displayed, ...fresh.map((uid) => [uid, countOf(uid)] as const)]) })
      for (const uid of fresh) untold.current.add(uid)
      void tell().catch(() => undefined)
    },
    /** Rejects if the report to the server failed. */
    settle: tell,
    undisplayed: (): ReadSeries[] => series.filter(({ seriesInstanceUid }) => !before.has(seriesInstanceUid)),
  }
}

export type DisplayedSeries = ReturnType<typeof useDisplayedSeries>
