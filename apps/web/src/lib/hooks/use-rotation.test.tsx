import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRotation } from './use-rotation.ts'

let reducedMotion = false
let hidden = false

beforeEach(() => {
  reducedMotion = false
  hidden = false
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({
    matches: reducedMotion,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

function rotate(held = false) {
  const { result, rerender } = renderHook(({ isHeld }) => useRotation(4, 5000, isHeld), { initialProps: { isHeld: held } })
  return { index: () => result.current[0], show: (index: number) => act(() => result.current[1](index)), rerender }
}

test('goes on every 5 seconds and comes around', () => {
  const { index } = rotate()
  pass(4999)
  expect(index()).toBe(0)
  pass(1)
  expect(index()).toBe(1)
  for (const expected of [2, 3, 0]) {
    pass(5000)
    expect(index()).toBe(expected)
  }
})

test('a chosen slide is shown for its full time', () => {
  const { index, show } = rotate()
  pass(4000)
  show(2)
  pass(4999)
  expect(index()).toBe(2)
  pass(1)
  expect(index()).toBe(3)
})

test('stands still while held, then moves on', () => {
  const { index, rerender } = rotate(true)
  pass(60_000)
  expect(index()).toBe(0)
  rerender({ isHeld: false })
  pass(5000)
  expect(index()).toBe(1)
})

test('stands still while the tab is hidden', () => {
  const { index } = rotate()
  hidden = true
  act(() => document.dispatchEvent(new Event('visibilitychange')))
  pass(60_000)
  expect(index()).toBe(0)
  hidden = false
  act(() => document.dispatchEvent(new Event('visibilitychange')))
  pass(5000)
  expect(index()).toBe(1)
})

test('with reduced motion it moves only when asked', () => {
  reducedMotion = true
  const { index, show } = rotate()
  pass(60_000)
  expect(index()).toBe(0)
  show(3)
  expect(index()).toBe(3)
})
