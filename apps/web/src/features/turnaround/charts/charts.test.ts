import { expect, test } from 'vitest'
import { everyPeriod, isWeekend } from './periods.ts'
import { formatRound, greyStep, greyUnit, minuteTicks } from './scale.ts'

const figures = { reported: 1, median: 10, percentile90: 20 }
const period = (from: string, to = from) => ({ from, to, ...figures })
const slots = (froms: string[], step: 'day' | 'week' | 'month') =>
  everyPeriod(
    froms.map((from) => period(from)),
    step,
  ).map((slot) => `${slot.from}${slot.period ? '' : ' none'}`)

test('periods without reports are gaps, across months, leap days and clock changes', () => {
  expect(slots(['2028-02-28', '2028-03-01'], 'day')).toEqual(['2028-02-28', '2028-02-29 none', '2028-03-01'])
  expect(slots(['2026-03-23', '2026-04-06'], 'week')).toEqual(['2026-03-23', '2026-03-30 none', '2026-04-06'])
  expect(slots(['2025-12-01', '2026-02-01'], 'month')).toEqual(['2025-12-01', '2026-01-01 none', '2026-02-01'])
  expect(slots([], 'day')).toEqual([])
})

test('long gaps of centuries are not drawn', () => {
  expect(slots(['0001-01-01', '2026-01-01', '9999-12-01'], 'month')).toEqual(['0001-01-01', '2026-01-01', '9999-12-01'])
})

test('weekends are Saturday and Sunday', () => {
  expect(['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30'].map(isWeekend)).toEqual([false, true, true, false])
})

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [200, [0, 60, 120, 180, 240]],
  [20_000, [0, 10_080, 20_160]],
])('the axis up to %i minutes has the ticks %j', (greatest, ticks) => {
  expect(minuteTicks(greatest)).toEqual(ticks)
})

test('nine tenths of the cells fit the first steps of grey, and longer ones are in the last', () => {
  const medians = [...Array.from({ length: 19 }, (_, index) => index * 12), 5000]
  const unit = greyUnit(medians)
  expect([unit, greyStep(59, unit), greyStep(60, unit), greyStep(5000, unit)]).toEqual([60, 0, 1, 4])
  expect([60, 90, 1440, 480, 15].map(formatRound)).toEqual(['1h', '1h 30m', '1d', '8h', '15m'])
})
