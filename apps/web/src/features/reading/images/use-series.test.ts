import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSeries } from './use-series.ts'
import type { DisplaySet } from './viewer-frame.ts'

const setOf = (seriesUid: string, isOnScreen: boolean, load = 1): DisplaySet => ({
  uid: `${seriesUid} of load ${load}`,
  seriesUid,
  isPrior: false,
  number: 1,
  modality: 'CT',
  description: 'Axial',
  images: 10,
  isInViewport: isOnScreen,
  isOnScreen,
})

const frame = document.createElement('iframe')
/** The series that the fake viewer has. */
let sets: DisplaySet[]

beforeEach(() => {
  vi.useFakeTimers()
  sets = []
  Object.defineProperty(frame, 'contentWindow', { value: { readroomFrame: { series: () => sets } }, configurable: true })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('reports each series when it is displayed, and again when its images were loaded again', async () => {
  const told: string[][] = []
  renderHook(() =>
    useSeries({
      studyId: 'study',
      isShown: true,
      frame: () => frame,
      before: new Set(),
      onDisplayed: (uids) => void told.push(uids),
    }),
  )
  const show = async (...shown: DisplaySet[]) => {
    sets = shown
    await act(() => vi.advanceTimersByTimeAsync(300))
  }
  await show(setOf('1.1', true), setOf('1.2', false))
  // The first series may have got images since that this frame does not have.
  await show(setOf('1.1', false), setOf('1.2', true))
  await show(setOf('1.1', true, 2), setOf('1.2', false, 2))
  expect(told).toEqual([['1.1'], ['1.2'], ['1.1']])
})
