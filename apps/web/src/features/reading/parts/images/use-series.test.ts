import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DisplaySet, Drawn } from '../../requests/viewer-frame.ts'
import { useSeries } from './use-series.ts'

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
/** Its log, and the id of the log. */
let log: Drawn[]
let logId: number

beforeEach(() => {
  vi.useFakeTimers()
  sets = []
  log = []
  logId = 1
  const readroomFrame = {
    series: () => sets,
    drawnSince: (id: number, from: number) => ({ log: logId, next: log.length, drawn: log.slice(id === logId ? from : 0) }),
  }
  Object.defineProperty(frame, 'contentWindow', { value: { readroomFrame }, configurable: true })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Watches the viewer's series. `told`: what was drawn at each look. */
function watch() {
  const told: Drawn[][] = []
  const onDrawn = (drawn: readonly Drawn[]) => void told.push([...drawn])
  const partOf = () => ({ shown: 1, isWhole: false })
  const watched = renderHook(
    ({ studyId }) =>
      useSeries({ studyId, isShown: true, frame: () => frame, before: new Set(), undisplayed: [], partOf, onDrawn }),
    {
      initialProps: { studyId: 'study' },
    },
  )
  return { told, watched, look: () => act(() => vi.advanceTimersByTimeAsync(260)) }
}

test('takes what was drawn once, from the beginning for another study or another frame', async () => {
  sets = [setOf('1.1', true)]
  const [first, second] = [
    { set: 'a', key: '1/1' },
    { set: 'a', key: '2/1' },
  ]
  log = [first]
  const { told, watched, look } = watch()
  await look()
  log = [first, second]
  await look()
  await look()
  expect(told).toEqual([[first], [second], []])
  watched.rerender({ studyId: 'next' })
  await look()
  expect(told.at(-1)).toEqual([first, second])
  logId = 2
  log = [second]
  await look()
  expect(told.at(-1)).toEqual([second])
})

test('a viewer without a log shows its series', async () => {
  Object.defineProperty(frame, 'contentWindow', { value: { readroomFrame: { series: () => sets } }, configurable: true })
  sets = [setOf('1.1', true)]
  const { watched, look } = watch()
  await look()
  expect(watched.result.current).toMatchObject([{ seriesUid: '1.1', shown: 1, isDisplayed: false }])
})
