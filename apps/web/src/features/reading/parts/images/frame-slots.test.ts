import { expect, test } from 'vitest'
import {
  isOn,
  loadSpare,
  openPage,
  type Page,
  type Past,
  placePage,
  recycleAfter,
  reload,
  reloadWith,
  type Slots,
  showSpare,
  standingOf,
} from './frame-slots.ts'

const page = (number: number, priorId: string | null = null): Page => ({
  images: 3,
  imagesGeneration: 1,
  studyId: `study ${number}`,
  priorId,
  uid: `1.${number}`,
  address: `/viewer-app/viewer?StudyInstanceUIDs=1.${number}`,
})
const empty: Slots = [null, null]
const placed = (...pages: Page[]) => pages.reduce<Slots>((slots, one) => placePage(slots, 0, one), empty)
const slotOf = (slots: Slots) => slots[0] ?? expect.fail('no frame')
const fresh: Past = { standing: 'opening', hasBeen: false }
const seen: Past = { standing: 'same', hasBeen: true }
const look = (asked: string | null, shown: string[], isDrawn = true) => ({ asked, shown, isDrawn, awaited: 1 })

test('a study that is opened is loaded anew if its images changed since they were loaded ahead, and not while it is read', () => {
  const ahead = placePage(placed(page(1)), 1, page(2))
  const later = { ...page(2), imagesGeneration: 2 }
  expect(openPage(ahead, 1, page(2), true)).toBe(ahead)
  expect(openPage(ahead, 1, later, false)).toBe(ahead)
  expect(openPage(ahead, 1, later, true)[1]).toMatchObject({ page: later, generation: 3, uids: ['1.2'] })
})

test('a frame moves on to the next study, and is replaced after some studies', () => {
  const pages = Array.from({ length: recycleAfter + 1 }, (_, number) => page(number))
  expect(slotOf(placed(...pages.slice(0, -1))).generation).toBe(1)
  expect(slotOf(placed(...pages)).generation).toBe(2)
})

test('a frame is replaced for a study it has shown before, and for two side by side', () => {
  expect(slotOf(placed(page(1), page(2), page(1))).generation).toBe(2)
  expect(slotOf(placed(page(1), page(2, 'prior'))).generation).toBe(2)
  expect(slotOf(placed(page(1, 'prior'), page(2))).generation).toBe(2)
})

test('loads late images behind their study, which stays in front until they are shown', () => {
  const target = { studyId: 'study 1', priorId: null }
  const both = loadSpare(placePage(placed(page(1)), 1, page(2)), 0, 5)
  expect(both.map((slot) => slot?.page.images)).toEqual([3, 5])
  expect(both.map((slot) => isOn(slot, target))).toEqual([true, false])
  const again = reload(both, 1)
  expect(again.map((slot) => isOn(slot, target))).toEqual([true, false])
  const shown = showSpare(again)
  expect(shown.map((slot) => isOn(slot, target))).toEqual([false, true])
  expect(shown).toEqual([null, { ...again[1], isSpare: false }])
  expect(showSpare(shown)).toBe(shown)
})

test('a spare frame is never led on to another study', () => {
  const next = placePage(loadSpare(placed(page(1)), 0, 5), 1, page(2))
  expect(next[1]).toMatchObject({ isSpare: false, uids: ['1.2'], generation: 3 })
})

test('late images that are not loaded yet are loaded in place of what is shown', () => {
  const both = loadSpare(placed(page(1)), 0, 5)
  expect(reloadWith(both, 0, 6)).toMatchObject([{ generation: 3, page: { images: 6 }, isSpare: false }, null])
  expect(loadSpare([null], 0, 5)).toEqual([null])
})

test('a reload loads the current study, and no two frames share a generation', () => {
  const both = placePage(placed(page(1), page(2)), 1, page(3))
  expect(both.map((slot) => slot?.generation)).toEqual([1, 2])
  expect(slotOf(reload(both, 0))).toMatchObject({ generation: 3, src: page(2).address, uids: ['1.2'] })
})

test('a new frame counts as soon as it shows the study, and never if it shows another', () => {
  const slot = slotOf(placed(page(1)))
  expect(standingOf(slot, null, [], fresh)).toBe('opening')
  expect(standingOf(slot, look('1.1', [], false), [], fresh)).toBe('same')
  expect(standingOf(slot, look('1.2', ['1.2']), [], seen)).toBe('other')
  expect(standingOf(slot, look('1.1', ['1.1', '1.2']), [], seen)).toBe('other')
  expect(standingOf(slot, look('1.1', ['1.1', '1.9']), ['1.9'], seen)).toBe('same')
})

test('a frame that moved on counts only when all of it is drawn, because it may still show the previous image', () => {
  const slot = slotOf(placed(page(1), page(2)))
  expect(standingOf(slot, look('1.2', ['1.1']), [], fresh)).toBe('opening')
  expect(standingOf(slot, look('1.2', ['1.2'], false), [], fresh)).toBe('opening')
  expect(standingOf(slot, look('1.2', ['1.2']), [], fresh)).toBe('same')
  expect(standingOf(slot, look('1.2', ['1.2'], false), [], seen)).toBe('same')
  expect(standingOf(slot, look('1.1', ['1.1']), [], seen)).toBe('other')
})

test('a frame that showed another study stays `other` while it loads, until it shows the right one', () => {
  const slot = slotOf(placed(page(1)))
  const strayed: Past = { standing: 'other', hasBeen: true }
  expect(standingOf(slot, null, [], strayed)).toBe('other')
  expect(standingOf(slot, look(null, []), [], strayed)).toBe('other')
  expect(standingOf(slot, look('1.1', ['1.1']), [], strayed)).toBe('same')
})
