import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DisplayedSeries, useSeries } from './use-series.ts'
import type { DisplaySet } from './viewer-frame.ts'

const setOf = (seriesUid: string, isOnScreen: boolean, load = 1) => ({
  uid: `${seriesUid} of load ${load}`,
  seriesUid,
  isPrior: false,
  number: 1,
  modality: 'CT',
  description: 'Axial',
  images: 10,
  loaded: 10 * load,
  isInViewport: isOnScreen,
  isOnScreen,
})

const frame = document.createElement('iframe')
/** The series that the fake viewer has. */
let sets: Partial<DisplaySet>[]

beforeEach(() => {
  vi.useFakeTimers()
  sets = []
  Object.defineProperty(frame, 'contentWindow', { value: { readroomFrame: { series: () => sets } }, configurable: true })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Watches the viewer's series. `told`: the reports of displayed series. */
function watch() {
  const told: DisplayedSeries[][] = []
  const onDisplayed = (series: DisplayedSeries[]) => void told.push(series)
  renderHook(() => useSeries({ studyId: 'study', isShown: true, frame: () => frame, before: new Set(), onDisplayed }))
  const show = async (...shown: Partial<DisplaySet>[]) => {
    sets = shown
    await act(() => vi.advanceTimersByTimeAsync(300))
  }
  return { told, show }
}

test('reports each series when it is displayed, and again when its images were loaded again', async () => {
  const { told, show } = watch()
  await show(setOf('1.1', true), setOf('1.2', false))
  // The first series may have got images since that this frame does not have.
  await show(setOf('1.1', false), setOf('1.2', true))
  await show(setOf('1.1', true, 2), setOf('1.2', false, 2))
  expect(told).toEqual([[{ uid: '1.1', loaded: 10 }], [{ uid: '1.2', loaded: 10 }], [{ uid: '1.1', loaded: 20 }]])
})

test('a viewer that does not say how many images it has is understood', async () => {
  const { told, show } = watch()
  const { loaded: _, ...earlier } = setOf('1.1', true)
  await show(earlier)
  expect(told).toEqual([[{ uid: '1.1', loaded: null }]])
})
