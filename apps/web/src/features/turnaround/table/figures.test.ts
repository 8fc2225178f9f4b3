import { expect, test } from 'vitest'
import { formatTurnaround } from '../turnaround-words.ts'
import { readChanged } from './column-choice.ts'
import { turnaroundColumns } from './turnaround-columns.tsx'
import { namedPages } from './turnaround-footer.tsx'

test.each([
  [0, '0m'],
  [59, '59m'],
  [60, '1h 00m'],
  [425, '7h 05m'],
  [1439, '23h 59m'],
  [1440, '1d 0h'],
  [1690, '1d 4h'],
])('%i minutes are %s', (minutes, text) => {
  expect(formatTurnaround(minutes)).toBe(text)
})

test('shows 20 columns with different names until somebody chooses others', () => {
  expect(turnaroundColumns.filter(({ isOptional }) => !isOptional)).toHaveLength(20)
  expect(new Set(turnaroundColumns.map(({ label }) => label)).size).toBe(turnaroundColumns.length)
})

test('an unreadable column choice changes nothing', () => {
  expect([null, '["gender"]', 'x', '{"gender":false}'].map(readChanged)).toEqual([[], ['gender'], [], []])
})

test.each([
  [1, 0, []],
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 9, [1, 2, 3]],
  [5, 9, [4, 5, 6]],
  [9, 9, [7, 8, 9]],
])('on page %i of %i there are buttons for %j', (currentPage, totalPages, pages) => {
  expect(namedPages({ currentPage, totalPages })).toEqual(pages)
})
