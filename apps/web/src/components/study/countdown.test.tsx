import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clinicTimeZone, setClinicTimeZone } from '../../lib/format.ts'
import { Countdown } from './countdown.tsx'

const zone = clinicTimeZone()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-25T13:00:00Z') })
  setClinicTimeZone('Europe/Berlin')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  setClinicTimeZone(zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
})

const study = { warnAt: '2026-11-25T13:10:00Z', dueAt: '2026-11-25T13:42:30Z', reportedDate: null, pause: null }
const shown = (container: HTMLElement) => ({
  seen: container.querySelector('[aria-hidden]:not(svg)')?.textContent,
  said: container.querySelector('.sr-only')?.textContent,
  hasIcon: container.querySelector('svg') !== null,
})

test('counts down, then says at risk and late in words and with an icon', () => {
  const { container } = render(<Countdown study={study} />)
  const after = (minutes: number) => {
    act(() => void vi.advanceTimersByTime(minutes * 60_000))
    return shown(container)
  }
  expect(after(0)).toEqual({ seen: '42 min', said: 'due in 42 minutes, Wed 25 Nov 14:42', hasIcon: false })
  expect(after(10)).toEqual({ seen: '32 min', said: 'at risk, due in 32 minutes, Wed 25 Nov 14:42', hasIcon: true })
  expect(after(98)).toEqual({ seen: '1 h 05 late', said: '1 hour 5 minutes late, was due Wed 25 Nov 14:42', hasIcon: true })
})

test('says what a study is paused for, and counts again when the pause has ended by itself', () => {
  const pause = { reason: 'clinicalInformation', since: '2026-11-25T12:00:00Z', until: '2026-11-25T13:05:00Z' } as const
  const { container } = render(<Countdown study={{ ...study, pause }} isAlone />)
  expect(shown(container)).toEqual({
    seen: 'paused: clinical information',
    said: 'paused for clinical information since Wed 25 Nov 13:00, until Wed 25 Nov 14:05 at the latest',
    hasIcon: true,
  })
  act(() => void vi.advanceTimersByTime(5 * 60_000))
  expect(shown(container).seen).toBe('due in 37 min')
})

test('the tip has the exact date', () => {
  const { container } = render(<Countdown study={study} />)
  expect(container.querySelector('time')?.dataset.tip).toBe('Due in 42 minutes, Wed 25 Nov 14:42')
})

test.each([
  { ...study, dueAt: null },
  { ...study, reportedDate: '2026-11-25T12:00:00Z' },
])('shows nothing without a deadline or after the report', (without) => {
  expect(render(<Countdown study={without} />).container.textContent).toBe('')
})
