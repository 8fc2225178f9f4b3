import { DisplayRule } from '@readroom/contracts/reading/display-rules'
import type { ReadSeries } from '@readroom/contracts/reading/reading'
import { eventually } from '@readroom/local/core/eventually'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import type { DisplaySet, Drawn } from '../requests/viewer-frame.ts'
import { createDisplayedSeries } from './displayed-series.ts'
import { useStoreOfStudy } from './reading-store.ts'

const one: ReadSeries = {
  seriesInstanceUid: '1.2.3',
  number: 1,
  modality: 'CT',
  description: 'Axial',
  bodyPart: null,
  laterality: null,
  imageType: null,
  scanningSequence: null,
  imageCount: 10,
  rule: null,
  isDisplayed: false,
  shown: 0,
  frames: 10,
  undrawn: 0,
}

afterEach(() => {
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
})

/** A display set with all images of the series. */
const setOf = ({ seriesInstanceUid, modality }: ReadSeries, loaded: number | null, images = 10): DisplaySet => ({
  uid: `set of ${seriesInstanceUid}`,
  seriesUid: seriesInstanceUid,
  isPrior: false,
  number: 1,
  modality,
  description: 'Axial',
  image: null,
  images,
  loaded,
  isUnsupported: false,
  undrawn: 0,
  curves: 0,
  isInViewport: true,
  isOnScreen: true,
})
/** What the viewer says when images `from` to `to` of a series were on screen. */
function drawnOf({ uid, images }: DisplaySet, from = 0, to = images): Drawn[] {
  const keys = Array.from({ length: images }, (_, at) => `${uid}.${at}/1`)
  return [{ set: uid, keys }, ...keys.slice(from, to).map((key) => ({ set: uid, key }))]
}

/** Opens a study with one series. `told`: the reports that the server got. */
function open(series: ReadSeries = one) {
  const told: unknown[] = []
  const displayed = createDisplayedSeries({
    displayed: async (body) => {
      told.push(body)
      return { success: true }
    },
  })
  displayed.setSeries([series], 1)
  return {
    told,
    undisplayed: () => displayed.state().undisplayed,
    /** Displays the series, and waits until the server knows. */
    async display(loaded: number | null = null) {
      const set = setOf(series, loaded)
      displayed.onDrawn(drawnOf(set), [set])
      await displayed.settle()
    },
    async draw(from: number, to: number, changes: Partial<DisplaySet> = {}) {
      const set = { ...setOf(series, 10), ...changes }
      displayed.onDrawn(drawnOf(set, from, to), [set])
      await displayed.settle()
    },
    /** The page has read the study again. */
    isReplaced: () => displayed.state().isReplaced,
    reread: (changes: Partial<ReadSeries>, generation = 1) => displayed.setSeries([{ ...series, ...changes }], generation),
    reload: displayed.onReload,
  }
}

test('a series is reported once, and is displayed from then on', async () => {
  const { told, undisplayed, display } = open()
  expect(undisplayed()).toEqual([one])
  await display()
  await display()
  expect(undisplayed()).toEqual([])
  expect(told).toHaveLength(1)
})

test('a displayed series that gets more images is asked about, and is reported again', async () => {
  const { told, undisplayed, display, reread } = open()
  await display()
  reread({ imageCount: 11 })
  expect(undisplayed()).toMatchObject([{ imageCount: 11, shown: 10 }])
  await display()
  expect(undisplayed()).toEqual([])
  expect(told).toHaveLength(2)
})

test('a displayed series whose images were sent anew is asked about, until it is displayed after a reload', async () => {
  const { told, undisplayed, isReplaced, display, reread, reload } = open()
  await display()
  reread({ isDisplayed: false }, 2)
  expect(undisplayed()).toEqual([one])
  expect(isReplaced()).toBe(true)
  reload()
  expect(isReplaced()).toBe(false)
  await display()
  expect(undisplayed()).toEqual([])
  expect(told).toHaveLength(2)
})

test('a study that settles with late images leaves the displayed series as they are', async () => {
  const { undisplayed, isReplaced, display, reread } = open()
  await display()
  reread({ isDisplayed: true }, 2)
  expect(undisplayed()).toEqual([])
  expect(isReplaced()).toBe(false)
  reread({ isDisplayed: false, imageCount: 11 }, 3)
  expect(undisplayed()).toEqual([{ ...one, imageCount: 11 }])
  expect(isReplaced()).toBe(false)
})

test('a series is asked about while the viewer has fewer images than have come', async () => {
  const { told, undisplayed, display } = open()
  await display(9)
  expect(undisplayed()).toMatchObject([{ seriesInstanceUid: one.seriesInstanceUid, shown: 10 }])
  await display(10)
  expect(undisplayed()).toEqual([])
  const seen = { isWhole: true, shown: 10, frames: 10, undrawn: 0 }
  const loaded = (images: number) => [{ seriesInstanceUid: one.seriesInstanceUid, images, seen }]
  expect(told).toEqual([9, 10].map((images) => ({ seriesInstanceUids: [one.seriesInstanceUid], loaded: loaded(images) })))
})

test('a part of a series is reported as it is, until the rest of it was on screen', async () => {
  const { told, undisplayed, draw } = open()
  await draw(0, 1)
  expect(undisplayed()).toEqual([{ ...one, shown: 1 }])
  await draw(5, 10)
  expect(undisplayed()).toEqual([{ ...one, shown: 6 }])
  await draw(1, 5)
  expect(undisplayed()).toEqual([])
  const seen = [1, 6, 10].map((shown) => ({ isWhole: shown === 10, shown, frames: 10, undrawn: 0 }))
  expect(told).toEqual(
    seen.map((part) => ({
      seriesInstanceUids: [one.seriesInstanceUid],
      loaded: [{ seriesInstanceUid: one.seriesInstanceUid, images: 10, seen: part }],
    })),
  )
})

test('a series with an image that could not be drawn is not displayed, until it is drawn', async () => {
  const { undisplayed, draw } = open()
  await draw(0, 9, { undrawn: 1 })
  expect(undisplayed()).toEqual([{ ...one, shown: 9, undrawn: 1 }])
  await draw(9, 10)
  expect(undisplayed()).toEqual([])
})

/** Images of a series of 100 that were on screen: every third, or the first. */
const thirds = Array.from({ length: 34 }, (_, at) => at * 3)
const every = Array.from({ length: 100 }, (_, at) => at)
const places = { none: [], first: [0], thirds, half: every.slice(0, 50), every }

test.each<[modality: string, rule: ReadSeries['rule'], seen: keyof typeof places, isDisplayed: boolean]>([
  ['CT', null, 'thirds', true],
  ['CT', null, 'half', false],
  ['CT', 'all', 'thirds', false],
  ['CT', 'all', 'every', true],
  ['CT', 'one', 'first', true],
  ['CT', 'one', 'none', false],
  ['MR', null, 'thirds', true],
  ['PT', null, 'thirds', true],
  ['DX', null, 'thirds', false],
  ['MG', null, 'half', false],
  ['MG', null, 'every', true],
  ['US', null, 'thirds', false],
  ['US', 'range', 'thirds', true],
  ['US', 'one', 'first', true],
  ['ECG', null, 'first', false],
  ['SEG', null, 'first', true],
])('a series of %s with the rule %s, of which %s was on screen: displayed is %s', async (modality, rule, seen, isDisplayed) => {
  const { undisplayed, draw } = open({ ...one, modality, rule, imageCount: 100, frames: 100 })
  for (const at of places[seen]) await draw(at, at + 1, { images: 100, loaded: 100 })
  expect(undisplayed()).toHaveLength(isDisplayed ? 0 : 1)
})

test('the frames of one image count by their range, unless the laboratory asks for all', () => {
  const cine = { ...one, modality: 'US', imageCount: 1, frames: 100 }
  const set = setOf(cine, 1, 100)
  const keys = every.map((at) => `1.2/${at + 1}`)
  const drawn = [{ set: set.uid, keys }, ...thirds.map((at) => ({ set: set.uid, key: `1.2/${at + 1}` }))]
  const leftWith = (rule: ReadSeries['rule']) => {
    const displayed = createDisplayedSeries({ displayed: async () => ({ success: true }) })
    displayed.setSeries([{ ...cine, rule }], 1)
    displayed.onDrawn(drawn, [set])
    return displayed.state().undisplayed.length
  }
  expect([null, 'range', 'one', 'all'].map((rule) => leftWith(DisplayRule.nullable().parse(rule)))).toEqual([0, 0, 0, 1])
})

test('a reformatted plane counts for a range of a stack, not where all images must be seen', () => {
  const planes = every.map((index) => ({ set: setOf(one, 100).uid, plane: '0 0 10', index, of: 100 }))
  const leftWith = (rule: ReadSeries['rule']) => {
    const displayed = createDisplayedSeries({ displayed: async () => ({ success: true }) })
    displayed.setSeries([{ ...one, rule }], 1)
    displayed.onDrawn(planes, [setOf(one, 10, 100)])
    return displayed.state().undisplayed.length
  }
  expect([leftWith(null), leftWith('one'), leftWith('all')]).toEqual([0, 0, 1])
})

test.each<[content: string, changes: Partial<DisplaySet>]>([
  ['curves, which have no images', { images: 0 }],
  ['a PDF', { images: 1 }],
])('a series of %s is displayed when it was shown', async (_content, changes) => {
  const ecg = { ...one, modality: 'ECG', imageCount: 1, frames: 1 }
  const displayed = createDisplayedSeries({ displayed: async () => ({ success: true }) })
  displayed.setSeries([ecg], 1)
  const set = { ...setOf(ecg, 1), ...changes }
  displayed.onDrawn([], [set])
  expect(displayed.state().undisplayed).toHaveLength(1)
  const key = '1.2/whole'
  displayed.onDrawn(
    [
      { set: set.uid, keys: [key] },
      { set: set.uid, key },
    ],
    [set],
  )
  expect(displayed.state().undisplayed).toEqual([])
  expect(displayed.series()).toMatchObject([{ shown: 1 }])
})

test('groups of curves that are not shown are asked about beside the shown one', () => {
  const ecg = { ...one, modality: 'ECG', imageCount: 1, frames: 1 }
  const displayed = createDisplayedSeries({ displayed: async () => ({ success: true }) })
  displayed.setSeries([ecg], 1)
  const set = { ...setOf(ecg, 1), images: 0, undrawn: 1 }
  const key = '1.2/whole'
  const shown = [
    { set: set.uid, keys: [key] },
    { set: set.uid, key },
  ]
  displayed.onDrawn(shown, [set])
  expect(displayed.state().undisplayed).toMatchObject([{ shown: 1, frames: 2, undrawn: 1 }])
})

test('the images of a study that the viewer refuses are asked about as not drawn, until they are drawn', async () => {
  const told: unknown[] = []
  const displayed = createDisplayedSeries({
    displayed: async (body) => {
      told.push(body)
      return { success: true }
    },
  })
  displayed.setSeries([one], 1)
  displayed.onRefused()
  displayed.onRefused()
  await displayed.settle()
  expect(displayed.state().undisplayed).toMatchObject([{ shown: 0, undrawn: 10 }])
  const seen = { isWhole: false, shown: 0, frames: 10, undrawn: 10 }
  const { seriesInstanceUid } = one
  expect(told).toEqual([{ seriesInstanceUids: [seriesInstanceUid], loaded: [{ seriesInstanceUid, images: 10, seen }] }])
  const set = setOf(one, 10)
  displayed.onDrawn(drawnOf(set), [set])
  expect(displayed.state().undisplayed).toEqual([])
})

test('a picture that the viewer cannot show is asked about as not drawn, and an object without pixels is not', () => {
  const displayed = createDisplayedSeries({ displayed: async () => ({ success: true }) })
  const slide = { ...one, modality: 'SM', imageCount: 1, frames: 1 }
  displayed.setSeries([slide], 1)
  const set = { ...setOf(slide, 1), images: 0, isUnsupported: true }
  displayed.onDrawn([], [{ ...set, undrawn: 1 }])
  expect(displayed.state().undisplayed).toMatchObject([{ undrawn: 1, shown: 0 }])
  const beside = { ...setOf(one, 10), uid: 'beside', seriesUid: 'of a series that was drawn' }
  displayed.onDrawn([], [set, beside])
  expect(displayed.state().undisplayed).toEqual([])
})

test('a study of which the viewer can show nothing is asked about, whatever its objects are', async () => {
  const displayed = createDisplayedSeries({ displayed: async () => ({ success: true }) })
  const mapping = { ...one, modality: 'RWV', imageCount: 1, frames: 1 }
  displayed.setSeries([mapping], 1)
  displayed.onDrawn([], [{ ...setOf(mapping, 1), images: 0, isUnsupported: true }])
  expect(displayed.state().undisplayed).toMatchObject([{ undrawn: 1, frames: 1, shown: 0 }])
})

test('images that were on screen stay so in a frame that was loaded again, if they were not sent anew', async () => {
  const { undisplayed, draw, reread } = open()
  await draw(0, 9)
  reread({ shown: 9 }, 2)
  await draw(9, 10)
  expect(undisplayed()).toEqual([])
  reread({ shown: 0 }, 3)
  await draw(0, 1)
  expect(undisplayed()).toEqual([{ ...one, shown: 1 }])
})

test('a late answer about a study that was left changes nothing of the next one', async () => {
  const asked: string[] = []
  let refuse = (_error: Error) => {}
  const answer = new Promise<Response>((_answered, refused) => {
    refuse = refused
  })
  vi.stubGlobal('fetch', (address: string, { body }: RequestInit) => {
    asked.push(`${address} ${body}`)
    return address.includes('left') ? answer : Promise.resolve(Response.json({ success: true }))
  })
  sessionStore.start(someUser, 'token', '1h')
  const next: ReadSeries = { ...one, seriesInstanceUid: '1.2.4' }
  const openingOf = (series: ReadSeries) => ({ series: [series], generation: 1, annotations: [], study: makeRow(1) })
  const first = { studyId: 'left', opening: openingOf(one) }
  const of = (one: typeof first) => useStoreOfStudy({ ...one, windowId: 'window', opensWith: () => 'images' })
  const { result, rerender } = renderHook(of, { initialProps: first })
  result.current.displayed.onDrawn(drawnOf(setOf(one, null)), [setOf(one, null)])
  const settled = result.current.displayed.settle()
  await eventually(() => expect(asked).toHaveLength(1))

  rerender({ studyId: 'next', opening: openingOf(next) })
  const { displayed } = result.current
  expect(displayed.state().undisplayed).toEqual([next])
  refuse(new TypeError('Failed to fetch'))
  await expect(settled).rejects.toThrow()
  expect(displayed.state().undisplayed).toEqual([next])
  displayed.onDrawn(drawnOf(setOf(next, null)), [setOf(next, null)])
  await displayed.settle()
  expect(displayed.state().undisplayed).toEqual([])
  expect(asked.filter((call) => call.includes('next'))).toEqual([expect.stringContaining('{"seriesInstanceUids":["1.2.4"]')])
})
