import type { ReadSeries } from '@readroom/contracts/reading/reading'
import { createStore } from '../../../lib/store.ts'
import type { RoundCalls } from '../reading.queries.ts'
import type { DisplayedSeries } from './use-series.ts'

type DisplayedState = {
  /** UIDs of series that this reader has displayed before, with all images that they have. */
  before: ReadonlySet<string>
  /** The other series of the study. */
  undisplayed: readonly ReadSeries[]
  /** True if images that were displayed were sent anew, and the viewer may still show the former ones. */
  isReplaced: boolean
}

/** Compares the series of a study with the number of images that each had when it was displayed. */
function compare(series: readonly ReadSeries[], images: ReadonlyMap<string, number>): Omit<DisplayedState, 'isReplaced'> {
  const undisplayed = series.filter(
    ({ seriesInstanceUid, imageCount, isDisplayed }) => !isDisplayed && imageCount > (images.get(seriesInstanceUid) ?? 0),
  )
  const left = new Set(undisplayed.map(({ seriesInstanceUid }) => seriesInstanceUid))
  const known = [...series.map(({ seriesInstanceUid }) => seriesInstanceUid), ...images.keys()]
  return { before: new Set(known.filter((uid) => !left.has(uid))), undisplayed }
}

/**
 * Creates the record of the series that the reader has displayed of one study. It reports them to the server. Failed reports are repeated, at the latest
 * before signing. Those of a study that was left are not: they are asked about when it is signed.
 */
export function createDisplayedSeries(calls: Pick<RoundCalls, 'displayed'>) {
  const first: DisplayedState = { ...compare([], new Map()), isReplaced: false }
  const { state, set, subscribe } = createStore(first)
  let series: readonly ReadSeries[] = []
  /** The number of images that each series had when it was displayed: in the viewer, or as far as the page knew. */
  let images: ReadonlyMap<string, number> = new Map()
  let untold = new Map<string, DisplayedSeries>()
  /** Of the images that the series have. Null until it is known. */
  let generation: number | null = null
  let underWay = Promise.resolve()

  async function send(): Promise<void> {
    const sent = untold
    if (sent.size === 0) return
    untold = new Map()
    try {
      const loaded = [...sent.values()].flatMap(({ uid, loaded }) =>
        loaded === null ? [] : [{ seriesInstanceUid: uid, images: loaded }],
      )
      await calls.displayed({ seriesInstanceUids: [...sent.keys()], loaded })
    } catch (error) {
      untold = new Map([...sent, ...untold])
      throw error
    }
  }

  /** Sends one report after the other, so that waiting for the last waits for all. */
  function settle(): Promise<void> {
    const sent = underWay.then(send)
    underWay = sent.catch(() => undefined)
    return sent
  }

  /** Reports whether a series that was displayed is not any more, though it has no more images than before. */
  function areReplaced(found: readonly ReadSeries[]): boolean {
    const { before } = state()
    return found.some(({ seriesInstanceUid: uid, isDisplayed, imageCount }) => {
      const known = images.get(uid) ?? series.find(({ seriesInstanceUid }) => seriesInstanceUid === uid)?.imageCount ?? 0
      return before.has(uid) && !isDisplayed && imageCount <= known
    })
  }

  return {
    state,
    subscribe,
    /** Takes over the series that the study has by now. Of images of a new generation only the server knows whether they were displayed. */
    setSeries(found: readonly ReadSeries[], ofGeneration: number) {
      const isNew = generation !== null && generation !== ofGeneration
      generation = ofGeneration
      const isReplaced = isNew && areReplaced(found)
      if (isNew) {
        images = new Map()
        untold = new Map()
      }
      series = found
      set({ ...compare(series, images), ...(isReplaced && { isReplaced }) })
    },
    /** The viewer loads the study from scratch. */
    onReload: () => set({ isReplaced: false }),
    onDisplayed(shown: readonly DisplayedSeries[]) {
      const fresh = shown.filter(({ uid }) => !state().before.has(uid))
      if (fresh.length === 0) return
      const countOf = (uid: string) => series.find(({ seriesInstanceUid }) => seriesInstanceUid === uid)?.imageCount ?? 0
      images = new Map([...images, ...fresh.map(({ uid, loaded }) => [uid, loaded ?? countOf(uid)] as const)])
      for (const one of fresh) untold.set(one.uid, one)
      set(compare(series, images))
      void settle().catch(() => undefined)
    },
    /** Rejects if the report to the server failed. */
    settle,
  }
}
