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
  isInViewport: true,
  isOnScreen: true,
})
/** What the viewer says when images `from` to `to` of a series were on screen. */
function drawnOf({ uid, images }: DisplaySet, from = 0, to = images): Drawn[] {
  const keys = Array.from({ length: images }, (_, at) => `${uid}.${at}/1`)
  return [{ set: uid, keys }, ...keys.slice(from, to).map((key) => ({ set: uid, key }))]
}

/** Opens a study with one series. `told`: the reports that the server got. */
function open() {
  const told: unknown[] = []
  const series = createDisplayedSeries({
    displayed: async (body) => {
      told.push(body)
      return { success: true }
    },
  })
  series.setSeries([one], 1)
  return {
    told,
    undisplayed: () => series.state().undisplayed,
    /** Displays the series, and waits until the server knows. */
    async display(loaded: number | null = null) {
      const set = setOf(one, loaded)
      series.onDrawn(drawnOf(set), [set])
      await series.settle()
    },
    async draw(from: number, to: number, changes: Partial<DisplaySet> = {}) {
      const set = { ...setOf(one, 10), ...changes }
      series.onDrawn(drawnOf(set, from, to), [set])
      await series.settle()
    },
    /** The page has read the study again. */
    isReplaced: () => series.state().isReplaced,
    reread: (changes: Partial<ReadSeries>, generation = 1) => series.setSeries([{ ...one, ...changes }], generation),
    reload: series.onReload,
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
