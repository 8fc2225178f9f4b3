import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useToastPlace } from './use-toast-place.ts'

beforeEach(() => {
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  return () => void vi.unstubAllGlobals()
})

const placeOf = (name: string) => document.documentElement.style.getPropertyValue(name)

/** Shows a report whose panel begins here. */
function show(left: number, top: number) {
  const current = document.createElement('div')
  current.getBoundingClientRect = () => new DOMRect(left, top, 500, 800)
  return renderHook(() => useToastPlace({ current }))
}

test('toasts are over the images, below the tools of the viewer, beside the report and its save state, and elsewhere on other pages', () => {
  const { unmount } = show(860, 60)
  expect([placeOf('--toast-top'), placeOf('--toast-right')]).toEqual(['152px', '596px'])
  unmount()
  expect([placeOf('--toast-top'), placeOf('--toast-right')]).toEqual(['', ''])
})

test('without images beside the report, toasts are below its save state', () => {
  show(0, 96)
  expect([placeOf('--toast-top'), placeOf('--toast-right')]).toEqual(['144px', '16px'])
})
