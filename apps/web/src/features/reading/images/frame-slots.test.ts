import { expect, test } from 'vitest'
import { type Page, type Past, placePage, recycleAfter, reload, type Slots, standingOf } from './frame-slots.ts'

const page = (number: number, priorId: string | null = null): Page => ({
  ...{ studyId: `study ${number}`, priorId, uid: `1.${number}`, address: `/viewer-app/viewer?StudyInstanceUIDs=1.${number}` },
})
const empty: Slots = [null, null]
const placed = (...pages: Page[]) => pages.reduce<Slots>((slots, one) => placePage(slots, 0, one), empty)
const slotOf = (slots: Slots) => slots[0] ?? expect.fail('no frame')
const fresh: Past = { standing: 'opening', hasBeen: false }
const seen: Past = { standing: 'same', hasBeen: true }
const look = (asked: string | null, shown: string[], isDrawn = true) => ({ asked, shown, isDrawn, isIdle: false })

test('a frame is led on, and begins anew after some studies', () => {
  const pages = Array.from({ length: recycleAfter + 1 }, (_, number) => page(number))
  expect(slotOf(placed(...pages.slice(0, -1))).generation).toBe(1)
  expect(slotOf(placed(...pages)).generation).toBe(2)
})

test('a frame begins anew for a study that it has shown before, and for two side by side', () => {
  expect(slotOf(placed(page(1), page(2), page(1))).generation).toBe(2)
  expect(slotOf(placed(page(1), page(2, 'prior'))).generation).toBe(2)
  expect(slotOf(placed(page(1, 'prior'), page(2))).generation).toBe(2)
})

test('a reload loads what is shown now, and no frame has the number of another', () => {
  const both = placePage(placed(page(1), page(2)), 1, page(3))
  expect(both.map((slot) => slot?.generation)).toEqual([1, 2])
  expect(slotOf(reload(both, 0))).toMatchObject({ generation: 3, src: page(2).address, uids: ['1.2'] })
})

test('a new frame counts as soon as it is of the study, and never with anything of another', () => {
  const slot = slotOf(placed(page(1)))
  expect(standingOf(slot, null, [], fresh)).toBe('opening')
  expect(standingOf(slot, look('1.1', [], false), [], fresh)).toBe('same')
  expect(standingOf(slot, look('1.2', ['1.2']), [], seen)).toBe('other')
  expect(standingOf(slot, look('1.1', ['1.1', '1.2']), [], seen)).toBe('other')
  expect(standingOf(slot, look('1.1', ['1.1', '1.9']), ['1.9'], seen)).toBe('same')
})

test('a frame that was led on counts once all of it is drawn: the image before may still stand in it', () => {
  const slot = slotOf(placed(page(1), page(2)))
  expect(standingOf(slot, look('1.2', ['1.1']), [], fresh)).toBe('opening')
  expect(standingOf(slot, look('1.2', ['1.2'], false), [], fresh)).toBe('opening')
  expect(standingOf(slot, look('1.2', ['1.2']), [], fresh)).toBe('same')
  expect(standingOf(slot, look('1.2', ['1.2'], false), [], seen)).toBe('same')
  expect(standingOf(slot, look('1.1', ['1.1']), [], seen)).toBe('other')
})

test('a frame that showed another study stays another’s while it loads, until it shows the right one', () => {
  const slot = slotOf(placed(page(1)))
  const strayed: Past = { standing: 'other', hasBeen: true }
  expect(standingOf(slot, null, [], strayed)).toBe('other')
  expect(standingOf(slot, look(null, []), [], strayed)).toBe('other')
  expect(standingOf(slot, look('1.1', ['1.1']), [], strayed)).toBe('same')
})
