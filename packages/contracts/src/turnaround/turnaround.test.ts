import { expect, test } from 'vitest'
import { bandOf, daysBetween, minutesBetween } from './turnaround.ts'

const at = (instant: string) => new Date(`2026-11-24T${instant}Z`)

test.each<[string, Date | null, Date | null, number | null]>([
  ['whole minutes', at('10:00:30'), at('11:05:29'), 64],
  ['zero within a minute', at('10:00:00'), at('10:00:59'), 0],
  ['unknown until the last step', at('10:00:00'), null, null],
  ['unknown without a first step', null, at('10:00:00'), null],
  ['unknown if the steps are in another order', at('10:00:01'), at('10:00:00'), null],
])('the time between two steps is %s', (_name, from, to, minutes) => {
  expect(minutesBetween(from, to)).toBe(minutes)
})

test('a day has 24 hours, and a day that is not over does not count', () => {
  expect(daysBetween(new Date('2026-11-21T12:00:00Z'), at('11:59:59'))).toBe(2)
  expect(daysBetween(new Date('2026-11-21T12:00:00Z'), at('12:00:00'))).toBe(3)
})

test('each bound belongs to the faster band, and less than a minute to none', () => {
  const colours = [null, 0, 1, 60, 61, 240, 241, 480, 481, 1440, 1441].map((minutes) => bandOf(minutes)?.colour ?? 'grey')
  expect(colours).toEqual(['grey', 'grey', 'green', 'green', 'blue', 'blue', 'yellow', 'yellow', 'orange', 'orange', 'red'])
})
