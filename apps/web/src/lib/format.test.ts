import { formatMinutes } from '@readroom/contracts/turnaround/turnaround'
import { expect, test, vi } from 'vitest'
import {
  clinicDay,
  formatClock,
  formatCountdown,
  formatDate,
  formatInstant,
  formatLongDay,
  formatShortDay,
  formatSpan,
  formatWeekday,
  setClinicTimeZone,
  shownTimeZone,
  spanWords,
} from './format.ts'

test('yyyymmdd is shown as dd-mm-yyyy, an ISO date as dd/mm/yyyy', () => {
  expect(formatDate('20261121')).toBe('21-11-2026')
  expect(formatDate('2026-11-21')).toBe('21/11/2026')
})

test('a day can be written with its month as a word', () => {
  expect(formatLongDay('1964-05-03')).toBe('3 May 1964')
})

test('a countdown is m:ss', () => {
  expect([formatCountdown(300), formatCountdown(61), formatCountdown(9)]).toEqual(['5:00', '1:01', '0:09'])
})

test('minutes are shown with their two largest units', () => {
  expect([0, 12, 60, 105, 1440, 3065].map(formatMinutes)).toEqual(['<1m', '12m', '1h 00m', '1h 45m', '1d', '2d 3h'])
})

test('a span has its two largest units, in short and in words', () => {
  const spans = [0, 1, 42, 60, 65, 1439, 1440, 4567, 14_460]
  expect(spans.map(formatSpan)).toEqual(['<1 min', '1 min', '42 min', '1 h 00', '1 h 05', '23 h 59', '1 d', '3 d 4 h', '10 d'])
  expect([0, 1, 65, 1440, 4567].map(spanWords)).toEqual([
    'less than a minute',
    '1 minute',
    '1 hour 5 minutes',
    '1 day',
    '3 days 4 hours',
  ])
})

test("an instant is shown in the clinic's zone, whatever the browser's", () => {
  setClinicTimeZone('Asia/Kolkata')
  expect(formatInstant('2026-11-21T20:15:00Z')).toMatchObject({ text: '22/11/2026 01:45' })
  setClinicTimeZone('America/New_York')
  expect(formatInstant('2026-11-21T20:15:00Z')).toMatchObject({ text: '21/11/2026 15:15' })
  expect(formatClock(new Date('2026-11-21T20:15:07Z'))).toBe('15:15:07')
  expect(formatWeekday(new Date('2026-11-22T03:00:00Z'))).toBe('Saturday')
  expect(shownTimeZone()).toBe('America/New York')
})

test("the day of an instant is the clinic's, whatever the browser's", () => {
  const at = new Date('2026-12-31T20:15:00Z')
  setClinicTimeZone('Asia/Kolkata')
  expect(clinicDay(at)).toBe('2027-01-01')
  setClinicTimeZone('America/New_York')
  expect(clinicDay(at)).toBe('2026-12-31')
})

test('a short day names the year if it is not the present one', () => {
  vi.useFakeTimers({ now: new Date('2026-11-25T11:00:00Z'), toFake: ['Date'] })
  setClinicTimeZone('UTC')
  expect(formatShortDay('2026-12-04T14:05:00Z')).toBe('Fri 4 Dec 14:05')
  expect(formatShortDay('2023-12-04T14:05:00Z')).toBe('Mon 4 Dec 2023 14:05')
  vi.useRealTimers()
})
