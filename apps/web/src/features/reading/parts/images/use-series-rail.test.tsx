import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSeriesRail } from './series-rail.tsx'

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
