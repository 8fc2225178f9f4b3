import { expect, test } from 'vitest'
import { formatCountdown, formatDate } from './format.ts'

test('yyyymmdd is shown as dd-mm-yyyy, an ISO date as dd/mm/yyyy', () => {
  expect(formatDate('20261121')).toBe('21-11-2026')
  expect(formatDate('2026-11-21')).toBe('21/11/2026')
})

test('a countdown is m:ss', () => {
  expect([formatCountdown(300), formatCountdown(61), formatCountdown(9)]).toEqual(['5:00', '1:01', '0:09'])
})
