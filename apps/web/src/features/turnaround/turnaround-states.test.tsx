import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClinicTimeZone } from '../../lib/format.ts'
import { NoData } from './turnaround-states.tsx'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-31T20:00:00Z'), toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  setClinicTimeZone('UTC')
})

test.each([
  ['UTC', 'This month', { from: '2026-12-01', to: '2026-12-31' }],
  ['UTC', 'Last month', { from: '2026-11-01', to: '2026-11-30' }],
  ['Asia/Tokyo', 'This month', { from: '2027-01-01', to: '2027-01-01' }],
  ['Asia/Tokyo', 'Last month', { from: '2026-12-01', to: '2026-12-31' }],
  ['Asia/Tokyo', 'This year', { from: '2027-01-01', to: '2027-01-01' }],
])("in a clinic of %s, %s follows the clinic's day, whatever the browser's zone", (zone, name, range) => {
  setClinicTimeZone(zone)
  const onRange = vi.fn()
  render(<NoData onRange={onRange} />)
  fireEvent.click(screen.getByRole('button', { name }))
  expect(onRange).toHaveBeenCalledWith(range)
})
