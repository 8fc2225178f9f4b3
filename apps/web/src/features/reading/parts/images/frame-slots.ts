import type { Look } from '../../requests/viewer-frame.ts'
import type { Standing } from '../../session/machine/events.ts'

/** The content a frame must show: a study, alone or beside a prior. */
export type Target = { studyId: string; priorId: string | null }
export type Page = Target & {
  uid: string
  address: string
  /** The number of images the study had, at least, when the viewer loaded it. */
  images: number
  /** The generation of those images, when the viewer loaded them. */
  imagesGeneration: number
}

const uidIn = (address: string) =>
  new URL(address, window.location.href).searchParams.get('StudyInstanceUIDs')?.split(',')[0] ?? ''

/** Returns the page at an address of the viewer. */
export const pageOf = (target: Target, address: string, images: Pick<Page, 'images' | 'imagesGeneration'>): Page => ({
  ...target,
  uid: uidIn(address),
  address,
  ...images,
})

export type Slot = {
  page: Page
  /** A changed number means a new frame, loaded from scratch. */
  generation: number
  /** The address the frame was loaded with. If the page has another address, the frame has moved on since. */
  src: string
  /** The studies that this frame has shown, the current one last. */
  uids: readonly string[]
  /** Loaded behind a frame of the same study, with images that arrived later. Shown when the reader asks for them. */
  isSpare: boolean
}
export type Slots = readonly (Slot | null)[]

/** OHIF keeps the metadata of everything it has shown, so a frame is replaced after this many studies. */
export const recycleAfter = 10

/** Whether a slot shows a target. A spare frame does not, until it has replaced the one before it. */
export const isOn = (slot: Slot | null | undefined, { studyId, priorId }: Target): boolean =>
  slot?.page.studyId === studyId && slot.page.priorId === priorId && !slot.isSpare

/**
 * Returns true if a frame can move on to the page. It can't to a study it has shown before, because OHIF would show the old series. Nor to or from two
 * studies side by side, because their layout is chosen at start.
 */
const canGoOn = ({ page: now, uids, isSpare }: Slot, page: Page) =>
  !isSpare && uids.length < recycleAfter && !uids.includes(page.uid) && now.priorId === null && page.priorId === null

const fresh = (slots: Slots, page: Page): Slot => ({
  page,
  generation: 1 + Math.max(0, ...slots.map((slot) => slot?.generation ?? 0)),
  src: page.address,
  uids: [page.uid],
  isSpare: false,
})

const withSlot = (slots: Slots, index: number, slot: Slot | null): Slots =>
  slots.map((other, place) => (place === index ? slot : other))

/** Puts a page into a slot, by moving the frame on if possible, otherwise in a new frame. */
export function placePage(slots: Slots, index: number, page: Page): Slots {
  const now = slots[index]
  const next = now && canGoOn(now, page) ? { ...now, page, uids: [...now.uids, page.uid] } : fresh(slots, page)
  return withSlot(slots, index, next)
}

/**
 * Puts the page of the study in front, unless a frame has it. `isNew`: the study was just opened, so a frame that loaded it ahead must have its present
 * images.
 */
export function openPage(slots: Slots, index: number, page: Page, isNew: boolean): Slots {
  const now = slots.find((slot) => isOn(slot, page))
  const isCurrent = now && (!isNew || now.page.imagesGeneration === page.imagesGeneration)
  return isCurrent ? slots : placePage(slots, index, page)
}

/** Loads the same page from scratch. */
export function reload(slots: Slots, index: number): Slots {
  const now = slots[index]
  return now ? withSlot(slots, index, { ...fresh(slots, now.page), isSpare: now.isSpare }) : slots
}

/** Loads the page in front from scratch, now that the study has `images` images, and drops a spare frame. */
export function reloadWith(slots: Slots, index: number, images: number): Slots {
  const now = slots[index]
  if (!now) return slots
  const reloaded = withSlot(slots, index, fresh(slots, { ...now.page, images }))
  return reloaded.map((slot) => (slot?.isSpare ? null : slot))
}

/** Loads the study in front again behind it, now that the study has `images` images. Needs a second slot. */
export function loadSpare(slots: Slots, front: number, images: number): Slots {
  const now = slots[front]
  const back = slots.findIndex((_slot, index) => index !== front)
  return now && back >= 0 ? withSlot(slots, back, { ...fresh(slots, { ...now.page, images }), isSpare: true }) : slots
}

/** Shows the spare frame and drops the one in front of it. */
export const showSpare = (slots: Slots): Slots =>
  slots.some((slot) => slot?.isSpare) ? slots.map((slot) => (slot?.isSpare ? { ...slot, isSpare: false } : null)) : slots

/** The previous state of a frame, and whether it has ever shown its study completely. */
export type Past = { standing: Standing; hasBeen: boolean }

/**
 * Compares a frame with its study. A frame that moved on counts only when all of it is drawn, because it may still show another study's image. A new
 * frame has no such image. A frame that showed another study stays `other` until it shows the right one, even while it loads. `allowed` are the
 * patient's other studies that may be shown beside it.
 */
export function standingOf(slot: Slot, look: Look | null, allowed: readonly string[], { standing, hasBeen }: Past): Standing {
  const unknown = standing === 'other' ? 'other' : 'opening'
  if (!look || look.asked === null) return unknown
  const { uid } = slot.page
  const isRight = look.asked === uid && look.shown.every((shown) => shown === uid || allowed.includes(shown))
  if (!isRight) return hasBeen || slot.uids.length === 1 ? 'other' : unknown
  return slot.uids.length === 1 || hasBeen || look.isDrawn ? 'same' : unknown
}
