import type { ReadSeries, SeenSeries } from '@readroom/contracts/reading/reading'
import { createStore } from '../../../lib/store.ts'
import type { RoundCalls } from '../requests/reading.queries.ts'
import type { DisplaySet, Drawn } from '../requests/viewer-frame.ts'
import type { Displayed } from './machine/events.ts'
import { createSeenImages, seenSeries } from './seen-images.ts'

/** Parts of series are reported this often, whole ones at once. */
const reportEveryMs = 3_000

/** The part of a series that was displayed here. `images`: the number of images that the viewer had, or as far as the page knew. */
type Part = SeenSeries & { images: number }
type Parts = ReadonlyMap<string, Part>

/** Returns true if the whole series was displayed: here, or as the server knows. */
const isWhole = ({ isDisplayed, undrawn, imageCount }: ReadSeries, part: Part | undefined) =>
  (isDisplayed && undrawn === 0) || (part?.isWhole === true && part.images >= imageCount)

/** Compares the series of a study with what was displayed of each. */
function compare(series: readonly ReadSeries[], parts: Parts): Omit<Displayed, 'isReplaced'> {
  const undisplayed = series
    .filter((one) => !isWhole(one, parts.get(one.seriesInstanceUid)))
    .map((one) => {
      const part = parts.get(one.seriesInstanceUid)
      if (!part) return one
      const [shown, frames] = [Math.max(one.shown, part.shown), Math.max(one.frames, part.frames)]
      return { ...one, shown, frames, undrawn: part.undrawn }
    })
  const left = new Set(undisplayed.map(({ seriesInstanceUid }) => seriesInstanceUid))
  const known = series.map(({ seriesInstanceUid }) => seriesInstanceUid)
  return { before: new Set(known.filter((uid) => !left.has(uid))), undisplayed }
}

const isSame = (one: Part | undefined, other: Part) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Creates the record of what the reader has displayed of one study. It reports it to the server. Failed reports are repeated, at the latest before
 * signing. Those of a study that was left are not: they are asked about when it is signed.
 */
export function createDisplayedSeries(calls: Pick<RoundCalls, 'displayed'>) {
  const first: Displayed = { ...compare([], new Map()), isReplaced: false }
  const { state, set, subscribe } = createStore(first)
  const seen = createSeenImages()
  let series: readonly ReadSeries[] = []
  let parts: Parts = new Map()
  let untold = new Map<string, Part>()
  /** UIDs of the series of which the server knows a part from here. */
  const told = new Set<string>()
  let toldAt = 0
  /** Of the images that the series have. Null until it is known. */
  let generation: number | null = null
  let underWay = Promise.resolve()

  const partOf = (displaySet: DisplaySet) =>
    seen.partOf(displaySet, series.find(({ seriesInstanceUid }) => seriesInstanceUid === displaySet.seriesUid)?.rule ?? null)

  async function send(): Promise<void> {
    const sent = untold
    if (sent.size === 0) return
    untold = new Map()
    toldAt = Date.now()
    try {
      const loaded = [...sent].map(([seriesInstanceUid, { images, ...part }]) => ({ seriesInstanceUid, images, seen: part }))
      await calls.displayed({ seriesInstanceUids: [...sent.keys()], loaded })
      for (const uid of sent.keys()) told.add(uid)
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

  /** Reports whether a series that was displayed, or a part of it, is not any more, though it has no more images than before. */
  function areReplaced(found: readonly ReadSeries[]): boolean {
    const { before } = state()
    return found.some(({ seriesInstanceUid: uid, isDisplayed, shown, imageCount }) => {
      const known = parts.get(uid)?.images ?? series.find(({ seriesInstanceUid }) => seriesInstanceUid === uid)?.imageCount ?? 0
      const isForgotten = !isDisplayed && (before.has(uid) || (told.has(uid) && shown === 0))
      return isForgotten && imageCount <= known
    })
  }

  return {
    state,
    subscribe,
    partOf,
    /** Returns the series of the study, with the part of each that was displayed by now. */
    series(): ReadSeries[] {
      const left = new Map(state().undisplayed.map((one) => [one.seriesInstanceUid, one]))
      return series.map((one) => left.get(one.seriesInstanceUid) ?? { ...one, isDisplayed: true, shown: one.frames })
    },
    /**
     * Takes over the series that the study has by now. Of images of a new generation only the server knows whether they were displayed. It has forgotten
     * those that were sent anew.
     */
    setSeries(found: readonly ReadSeries[], ofGeneration: number) {
      const isNew = generation !== null && generation !== ofGeneration
      generation = ofGeneration
      const isReplaced = isNew && areReplaced(found)
      if (isNew) {
        const kept = new Set(found.flatMap(({ seriesInstanceUid, shown }) => (shown > 0 ? [seriesInstanceUid] : [])))
        seen.forget((uid) => !kept.has(uid))
        parts = new Map()
        untold = new Map()
      }
      series = found
      set({ ...compare(series, parts), ...(isReplaced && { isReplaced }) })
    },
    /** The viewer refuses to open the study. Its images count as not drawn, so that the signer says how they were seen. */
    onRefused() {
      const refused = series
        .filter(({ seriesInstanceUid: uid }) => !state().before.has(uid) && !parts.has(uid))
        .map(({ seriesInstanceUid, frames, imageCount: images }) => {
          const part = { isWhole: false, shown: 0, frames, undrawn: frames, images }
          return [seriesInstanceUid, part] as const
        })
      if (refused.length === 0) return
      parts = new Map([...parts, ...refused])
      untold = new Map([...untold, ...refused])
      set(compare(series, parts))
      void settle().catch(() => undefined)
    },
    /** The viewer loads the study from scratch. */
    onReload: () => set({ isReplaced: false }),
    /** Takes over what the viewer has drawn. `sets`: the display sets of the study that it has. */
    onDrawn(drawn: readonly Drawn[], sets: readonly DisplaySet[]) {
      seen.add(drawn, sets)
      const countOf = (uid: string) => series.find(({ seriesInstanceUid }) => seriesInstanceUid === uid)?.imageCount ?? 0
      const loadedOf = (uid: string) => sets.find(({ seriesUid }) => seriesUid === uid)?.loaded ?? countOf(uid)
      const fresh = [...seenSeries(sets, partOf)]
        .filter(([, { isWhole, shown, undrawn }]) => isWhole || shown > 0 || undrawn > 0)
        .map(([uid, part]) => [uid, { ...part, images: loadedOf(uid) }] as const)
        .filter(([uid, part]) => !state().before.has(uid) && !isSame(parts.get(uid), part))
      if (fresh.length > 0) {
        parts = new Map([...parts, ...fresh])
        for (const [uid, part] of fresh) untold.set(uid, part)
        set(compare(series, parts))
      }
      const isUrgent = fresh.some(([, { isWhole, undrawn }]) => isWhole || undrawn > 0)
      if (isUrgent || (untold.size > 0 && Date.now() - toldAt > reportEveryMs)) void settle().catch(() => undefined)
    },
    /** Rejects if the report to the server failed. */
    settle,
  }
}
