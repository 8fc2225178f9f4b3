import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const night = { quietFrom: '22:00', quietTo: '07:00' }
const berlin = 'Europe/Berlin'
const until = (hours: { quietFrom: string | null; quietTo: string | null }, now: string, zone = berlin) =>
  quietUntil(hours, new Date(now), zone)?.toISOString() ?? null

test.each([
  ['before them', '2026-01-10T20:59:00Z', null],
  ['from their first minute on', '2026-01-10T21:00:00Z', '2026-01-11T06:00:00.000Z'],
  ['after midnight', '2026-01-11T02:00:00Z', '2026-01-11T06:00:00.000Z'],
  ['at their end', '2026-01-11T06:00:00Z', null],
  ['in the night in which clocks go forward', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['in the night in which clocks go back', '2026-10-24T22:00:00Z', '2026-10-25T06:00:00.000Z'],
])('hours past midnight, %s', (_when, now, end) => {
  expect(until(night, now)).toBe(end)
})

test('hours within a day, in the clinic’s zone', () => {
  const noon = { quietFrom: '12:00', quietTo: '13:30' }
  expect(until(noon, '2026-01-10T12:00:00Z')).toBe('2026-01-10T12:30:00.000Z')
  expect(until(noon, '2026-01-10T12:00:00Z', 'Asia/Kolkata')).toBe(null)
})

test('none are no quiet hours', () => {
  expect(until({ quietFrom: null, quietTo: null }, '2026-01-10T23:00:00Z')).toBe(null)
})
