import { type DisplayRule, usualDisplayRule } from '@readroom/contracts/reading/display-rules'
import type { SeenSeries } from '@readroom/contracts/reading/reading'
import type { DisplaySet, Drawn } from '../requests/viewer-frame.ts'

/** The part of a long stack that may lie between two images that were seen. A short one has no gap. */
const gapPart = 20

/** Returns true if places from the first to the last of `count` were seen, with no gap of more than `gap`. */
function isRangeSeen(places: readonly number[], count: number, gap: number): boolean {
  let last = -1
  for (const place of places.toSorted((one, other) => one - other)) {
    if (place - last > gap) return false
    last = place
  }
  return count - last <= gap
}

const imageOf = (key: string) => key.split('/')[0]

/** How much of a display set was on screen. `isWhole`: all that must be seen. */
export type SeenPart = { shown: number; isWhole: boolean }

/** Creates the record of the images of one study that were on screen, across the frames that showed them. */
export function createSeenImages() {
  /** By the UID of the series: `image/frame`. */
  let seen = new Map<string, Set<string>>()
  /** The images of each display set, in their order. */
  const orders = new Map<string, readonly string[]>()
  /** The places of reformatted planes that were seen, by display set and plane. */
  let planes = new Map<string, Map<string, { of: number; places: Set<number> }>>()

  return {
    /** Adds what the viewer has drawn. Entries of other studies are left out. */
    add(drawn: readonly Drawn[], sets: readonly DisplaySet[]) {
      const seriesOf = new Map(sets.map(({ uid, seriesUid }) => [uid, seriesUid]))
      for (const { set, key, keys, plane, index, of } of drawn) {
        const uid = seriesOf.get(set)
        if (uid === undefined) continue
        if (keys) orders.set(set, keys)
        if (key !== undefined) seen.set(uid, (seen.get(uid) ?? new Set()).add(key))
        if (plane === undefined || index === undefined || of === undefined) continue
        const ofSet = planes.get(set) ?? new Map<string, { of: number; places: Set<number> }>()
        const places = ofSet.get(plane)?.places ?? new Set()
        planes.set(set, ofSet.set(plane, { of, places: places.add(index) }))
      }
    },
    /** Returns how much of a display set was on screen, and whether that is enough by its rule. `own`: the laboratory's rule; null: the usual one. */
    partOf({ uid, seriesUid, modality, images, isUnsupported }: DisplaySet, own: DisplayRule | null): SeenPart {
      // A picture that the viewer cannot show counts as undrawn.
      if (isUnsupported) return { shown: 0, isWhole: true }
      const keys = seen.get(seriesUid) ?? new Set<string>()
      const order = orders.get(uid) ?? []
      const isMultiFrame = order.length > 1 && new Set(order.map(imageOf)).size === 1
      const rule = own ?? usualDisplayRule(modality, isMultiFrame)
      const ofPlanes = [...(planes.get(uid)?.values() ?? [])]
      const isEnough: Record<DisplayRule, (places: Iterable<number>, of: number) => boolean> = {
        all: (places, of) => isRangeSeen([...places], of, 1),
        range: (places, of) => isRangeSeen([...places], of, Math.max(1, Math.floor(of / gapPart))),
        one: (places) => [...places].length > 0,
      }
      // A reformatted plane is made of all images, and shows none of them.
      if (rule !== 'all' && ofPlanes.some(({ of, places }) => isEnough[rule](places, of))) return { shown: images, isWhole: true }
      const places = order.flatMap((key, place) => (keys.has(key) ? [place] : []))
      return { shown: places.length, isWhole: order.length > 0 && isEnough[rule](places, order.length) }
    },
    /** Forgets series whose images were sent anew. */
    forget(isForgotten: (seriesUid: string) => boolean) {
      seen = new Map([...seen].filter(([uid]) => !isForgotten(uid)))
      planes = new Map()
    },
  }
}

/**
 * Returns how much of each series was on screen, as the sum of its display sets. If the viewer can show nothing of the study at all, each set counts as
 * undrawn, whatever it holds: its signer has seen nothing here.
 */
export function seenSeries(sets: readonly DisplaySet[], partOf: (set: DisplaySet) => SeenPart): Map<string, SeenSeries> {
  const all = new Map<string, SeenSeries>()
  const isNothingShown = sets.every(({ isUnsupported }) => isUnsupported)
  for (const known of sets) {
    const set = isNothingShown ? { ...known, undrawn: Math.max(1, known.undrawn) } : known
    const before = all.get(set.seriesUid) ?? { isWhole: true, shown: 0, frames: 0, undrawn: 0 }
    const part = partOf(set)
    all.set(set.seriesUid, {
      isWhole: before.isWhole && part.isWhole && set.undrawn === 0,
      shown: before.shown + part.shown,
      // Pages and curves have no images, and count as one. The groups of curves that are not shown are counted beside it.
      frames: before.frames + (set.isUnsupported ? set.undrawn : Math.max(1, set.images, part.shown + set.undrawn)),
      undrawn: before.undrawn + set.undrawn,
    })
  }
  return all
}
