import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime, serverNow, useServerTime } from './server-clock.ts'

const device = new Date('2026-11-25T10:00:00Z')
beforeEach(() => void vi.useFakeTimers({ now: device }))
afterEach(() => {
  cleanup()
  noteServerTime(new Date().toUTCString())
  vi.useRealTimers()
})

test("follows the server's clock, whatever the device's says", () => {
  noteServerTime('Wed, 25 Nov 2026 12:30:00 GMT')
  vi.advanceTimersByTime(60_000)
  expect(serverNow()).toEqual(new Date('2026-11-25T12:31:00Z'))
})

test.each([null, 'yesterday', 'Wed, 25 Nov 2026 10:00:01 GMT'])('a header of %s changes nothing', (header) => {
  noteServerTime(header)
  expect(serverNow()).toEqual(device)
})

test('a component renders again only when its value changes, and one timer serves all', () => {
  const rendered = vi.fn()
  function Minute() {
    const minute = useServerTime((now) => now.getUTCMinutes())
    rendered()
    return <p>{minute}</p>
  }
  const page = render(
    <>
      <Minute />
      <Minute />
    </>,
  )
  expect(vi.getTimerCount()).toBe(1)
  act(() => void vi.advanceTimersByTime(59_000))
  expect(rendered).toHaveBeenCalledTimes(2)
  act(() => void vi.advanceTimersByTime(6_000))
  expect([page.container.textContent, rendered.mock.calls.length]).toEqual(['11', 4])
  page.unmount()
  expect(vi.getTimerCount()).toBe(0)
})
