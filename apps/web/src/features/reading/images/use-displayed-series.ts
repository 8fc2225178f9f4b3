import type { ReadSeries } from '@readroom/contracts/reading/reading'
import { useEffect, useRef, useState } from 'react'
import { type Opening, roundCallsOf } from '../reading.queries.ts'

type Known = { of: string; uids: ReadonlySet<string> }

/** Records which series the reader has displayed, and reports them to the server. Failed reports are repeated, at the latest before signing. */
export function useDisplayedSeries(studyId: string, opening: Opening | null, windowId: string) {
  const [known, setKnown] = useState<Known>({ of: studyId, uids: new Set() })
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

  const before = new Set([
    ...(opening?.series ?? []).flatMap(({ seriesInstanceUid, isDisplayed }) => (isDisplayed ? [seriesInstanceUid] : [])),
    ...(known.of === studyId ? known.uids : []),
  ])
  return {
    /** UIDs of series that this reader has displayed before. */
    before,
    onDisplayed(uids: readonly string[]) {
      const fresh = uids.filter((uid) => !before.has(uid))
      if (fresh.length === 0) return
      setKnown({ of: studyId, uids: new Set([...(known.of === studyId ? known.uids : []), ...fresh]) })
      for (const uid of fresh) untold.current.add(uid)
      void tell().catch(() => undefined)
    },
    /** Rejects if the report to the server failed. */
    settle: tell,
    undisplayed: (): ReadSeries[] => (opening?.series ?? []).filter(({ seriesInstanceUid }) => !before.has(seriesInstanceUid)),
  }
}

export type DisplayedSeries = ReturnType<typeof useDisplayedSeries>
