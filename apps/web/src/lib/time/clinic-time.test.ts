import { afterEach, beforeEach, expect, test } from 'vitest'
import { clinicTimeZone, setClinicTimeZone } from '../format.ts'
import { fromClinicTime, toClinicTime } from './clinic-time.ts'

const before = clinicTimeZone()
beforeEach(() => setClinicTimeZone('Europe/Berlin'))
afterEach(() => setClinicTimeZone(before ?? 'UTC'))

test('a time in the clinic becomes an instant, and the instant that time again', () => {
  expect(fromClinicTime('2026-12-01', '9:05')).toBe('2026-12-01T08:05:00Z')
  expect(fromClinicTime('2026-07-01', '09:05')).toBe('2026-07-01T07:05:00Z')
  expect(toClinicTime('2026-07-01T22:30:00Z')).toEqual({ day: '2026-07-02', time: '00:30' })
})

test('a time that the clocks skip moves on, and of one that comes twice the first counts', () => {
  expect(fromClinicTime('2026-03-29', '02:30')).toBe('2026-03-29T01:30:00Z')
  expect(fromClinicTime('2026-10-25', '02:30')).toBe('2026-10-25T00:30:00Z')
})

test.each(['', '25:00', '12:60', '12', 'noon'])('%j is no time', (text) => {
  expect(fromClinicTime('2026-12-01', text)).toBeNull()
})
