import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SeriesRail, useSeriesRail } from './series-rail.tsx'
import type { ShownSeries } from './use-series.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** Opens the reading page on a screen of this width in pixels. */
function openAt(width: number) {
  const leastOf = (query: string) => Number(/\(min-width: (\d+)px\)/.exec(query)?.[1])
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: width >= leastOf(query) }))
  return renderHook(() => useSeriesRail()).result
}

test.each([
  [1279, false],
  [1280, true],
])('at %i pixels the series list is open at first: %s', (width, isOpen) => {
  expect(openAt(width).current.isOpen).toBe(isOpen)
})

test('opens as the reader left it', () => {
  act(openAt(1440).current.onToggle)
  expect(openAt(1440).current.isOpen).toBe(false)
})

const ecg: ShownSeries = {
  uid: 'set',
  seriesUid: '1.2',
  isPrior: false,
  number: 1,
  modality: 'ECG',
  description: '12 leads',
  image: null,
  images: 0,
  loaded: null,
  isUnsupported: false,
  undrawn: 1,
  curves: 2,
  isInViewport: true,
  isOnScreen: true,
  isDisplayed: false,
  shown: 1,
}
const railOf = (one: ShownSeries) =>
  render(<SeriesRail series={[one]} isOpen onToggle={() => {}} isQuiet={false} thumbnail={async () => null} onShow={() => {}} />)

test.each([
  ['drawn', ecg, '2 groups of curves', 'Drawn, other groups not shown'],
  ['not opened', { ...ecg, shown: 0 }, '2 groups of curves', 'Not opened, other groups not shown'],
  ['of one group', { ...ecg, undrawn: 0, curves: 1, shown: 0 }, '1 group of curves', 'Not opened'],
])('an ECG that is %s is told in curves, not in images', (_words, one, content, left) => {
  railOf(one)
  expect(screen.getByText(content)).toBeDefined()
  expect(screen.getByText(left)).toBeDefined()
  expect(screen.queryByText(/\bimages?\b|not drawn/)).toBeNull()
})
