import { expect, test } from 'vitest'
import { readDay } from './read-day.ts'

test.each([
  ['01/02/2026', '2026-02-01'],
  ['1.2.2026', '2026-02-01'],
  ['29/02/2024', '2024-02-29'],
  ['2026-11-24', '2026-11-24'],
  [' 2026/11/24 ', '2026-11-24'],
  ['20261124', '2026-11-24'],
  ['24112026', null],
  ['29/02/2026', null],
  ['02/13/2026', null],
  ['1/2/26', null],
  ['', null],
])('"%s" is read as %s', (text, day) => {
  expect(readDay(text)).toBe(day)
})
