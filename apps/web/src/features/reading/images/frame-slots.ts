import type { Look } from './viewer-frame.ts'

/** What a frame is to show: a study, alone or beside a prior. */
export type Target = { studyId: string; priorId: string | null }
export type Page = Target & { uid: string; address: string }

export type Slot = {
  page: Page
  /** Another number is another frame: loaded from scratch. */
  generation: number
  /** What the frame was loaded with; it has been led elsewhere since where the page has another address. */
  src: string
  /** The studies that this frame has shown, the present one last. */
  uids: readonly string[]
}
export type Slots = readonly (Slot | null)[]

/** OHIF keeps the metadata of whatever it has shown: a frame begins anew after so many studies. */
export const recycleAfter = 10

export const isOn = (slot: Slot | null | undefined, { studyId, priorId }: Target): boolean =>
  slot?.page.studyId === studyId && slot.page.priorId === priorId

/**
 * Whether a frame may be led on. A study that it has shown before would come with the series of then, and a layout of two studies is chosen when
 * the viewer starts.
 */
const canGoOn = ({ page: now, uids }: Slot, page: Page) =>
  uids.length < recycleAfter && !uids.includes(page.uid) && now.priorId === null && page.priorId === null

const fresh = (slots: Slots, page: Page): Slot => ({
  page,
  generation: 1 + Math.max(0, ...slots.map((slot) => slot?.generation ?? 0)),
  src: page.address,
  uids: [page.uid],
})

const withSlot = (slots: Slots, index: number, slot: Slot | null): Slots =>
  slots.map((other, place) => (place === index ? slot : other))

/** A page in a slot: by going on where the frame can, else in a new one. */
export function placePage(slots: Slots, index: number, page: Page): Slots {
  const now = slots[index]
  const next = now && canGoOn(now, page) ? { ...now, page, uids: [...now.uids, page.uid] } : fresh(slots, page)
  return withSlot(slots, index, next)
}

/** The same page, loaded from scratch. */
export function reload(slots: Slots, index: number): Slots {
  const now = slots[index]
  return now ? withSlot(slots, index, fresh(slots, now.page)) : slots
}

/** How a frame stands to what it is to show: not there yet, there, or it shows something else. */
export type Standing = 'opening' | 'same' | 'other'

/** What a frame has been so far: how it stood last, and whether it has ever stood drawn with its study. */
export type Past = { standing: Standing; hasBeen: boolean }

/**
 * Compares a frame with its study. A frame that was led there counts once all of it is drawn: until then another study's image may stand in it. A
 * new one has none. One that showed another study stays `other` until it shows the right one, also while it loads. `allowed`: other studies of the
 * patient that may be shown beside it.
 */
export function standingOf(slot: Slot, look: Look | null, allowed: readonly string[], { standing, hasBeen }: Past): Standing {
  const unknown = standing === 'other' ? 'other' : 'opening'
  if (!look || look.asked === null) return unknown
  const { uid } = slot.page
  const isRight = look.asked === uid && look.shown.every((shown) => shown === uid || allowed.includes(shown))
  if (!isRight) return hasBeen || slot.uids.length === 1 ? 'other' : unknown
  return slot.uids.length === 1 || hasBeen || look.isDrawn ? 'same' : unknown
}
