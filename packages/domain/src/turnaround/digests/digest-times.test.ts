import { expect, it } from 'vitest'
import { digestPeriodAt, nextDigestAt } from './digest-times.ts'

const berlin = 'Europe/Berlin'
const next = (frequency: 'daily' | 'weekly' | 'monthly', after: string, zone = berlin, sendAt = '07:00') =>
  nextDigestAt({ frequency, sendAt }, new Date(after), zone).toISOString()

it('sends a daily digest at its time of the clinic, also after a change of the clocks', () => {
  expect(next('daily', '2026-11-25T05:59:59Z')).toBe('2026-11-25T06:00:00.000Z')
  expect(next('daily', '2026-11-25T06:00:00Z')).toBe('2026-11-26T06:00:00.000Z')
  expect(next('daily', '2026-03-28T07:00:00Z')).toBe('2026-03-29T05:00:00.000Z')
  expect(next('daily', '2026-10-24T06:00:00Z')).toBe('2026-10-25T06:00:00.000Z')
})

it('sends once on a day whose time the clocks skip or repeat', () => {
  expect(next('daily', '2026-03-28T12:00:00Z', berlin, '02:30')).toBe('2026-03-29T01:30:00.000Z')
  expect(next('daily', '2026-03-29T01:30:00Z', berlin, '02:30')).toBe('2026-03-30T00:30:00.000Z')
  expect(next('daily', '2026-10-24T12:00:00Z', berlin, '02:30')).toBe('2026-10-25T00:30:00.000Z')
  expect(next('daily', '2026-10-25T00:30:00Z', berlin, '02:30')).toBe('2026-10-26T01:30:00.000Z')
})

it('sends a weekly digest on Monday and a monthly one on the first', () => {
  expect(next('weekly', '2026-11-25T12:00:00Z')).toBe('2026-11-30T06:00:00.000Z')
  expect(next('weekly', '2026-11-29T23:30:00Z')).toBe('2026-11-30T06:00:00.000Z')
  expect(next('weekly', '2026-11-30T06:00:00Z')).toBe('2026-12-07T06:00:00.000Z')
  expect(next('monthly', '2028-02-01T06:00:00Z')).toBe('2028-03-01T06:00:00.000Z')
  expect(next('monthly', '2026-12-31T23:30:00Z', 'Asia/Kathmandu')).toBe('2027-01-01T01:15:00.000Z')
})

it('tells of the whole day, week or month before, in days of the clinic', () => {
  const period = (frequency: 'daily' | 'weekly' | 'monthly', at: string) => digestPeriodAt(frequency, new Date(at), berlin)
  expect(period('daily', '2026-11-25T23:30:00Z')).toEqual({ fromDate: '2026-11-25', toDate: '2026-11-25' })
  expect(period('weekly', '2026-11-30T06:00:00Z')).toEqual({ fromDate: '2026-11-23', toDate: '2026-11-29' })
  expect(period('weekly', '2026-12-02T06:00:00Z')).toEqual({ fromDate: '2026-11-23', toDate: '2026-11-29' })
  expect(period('monthly', '2028-03-01T06:00:00Z')).toEqual({ fromDate: '2028-02-01', toDate: '2028-02-29' })
})
