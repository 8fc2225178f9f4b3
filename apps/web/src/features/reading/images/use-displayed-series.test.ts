import type { ReadSeries } from '@readroom/contracts/reading/reading'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { useDisplayedSeries } from './use-displayed-series.ts'

const one: ReadSeries = {
  seriesInstanceUid: '1.2.3',
  number: 1,
  modality: 'CT',
  description: 'Axial',
  imageCount: 10,
  isDisplayed: false,
}

/** The bodies of the reports that the server got. */
let told: string[]

beforeEach(() => {
  told = []
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    told.push(String(body))
    return Response.json({ success: true })
  })
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(() => {
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
})

/** Opens a study with one series. */
function open() {
  const { result, rerender } = renderHook((series: ReadSeries) => useDisplayedSeries('study', { series: [series] }, 'window'), {
    initialProps: one,
  })
  return {
    result,
    /** Displays the series, and waits until the server knows. */
    display: (loaded: number | null = null) =>
      act(async () => {
        result.current.onDisplayed([{ uid: one.seriesInstanceUid, loaded }])
        await result.current.settle()
      }),
    /** The page has read the study again. */
    reread: (changes: Partial<ReadSeries>) => rerender({ ...one, ...changes }),
  }
}

test('a series is reported once, and is displayed from then on', async () => {
  const { result, display } = open()
  expect(result.current.undisplayed()).toEqual([one])
  await display()
  await display()
  expect(result.current.undisplayed()).toEqual([])
  expect(told).toHaveLength(1)
})

test('a displayed series that gets more images is asked about, and is reported again', async () => {
  const { result, display, reread } = open()
  await display()
  reread({ imageCount: 11 })
  expect(result.current.undisplayed()).toEqual([{ ...one, imageCount: 11 }])
  await display()
  expect(result.current.undisplayed()).toEqual([])
  expect(told).toHaveLength(2)
})

test('a series is asked about while the viewer has fewer images than have come', async () => {
  const { result, display } = open()
  await display(9)
  expect(result.current.undisplayed()).toEqual([one])
  await display(10)
  expect(result.current.undisplayed()).toEqual([])
  expect(told.map((body) => JSON.parse(body).loaded)).toEqual([9, 10].map((images) => [{ seriesInstanceUid: '1.2.3', images }]))
})
