import { expect, test } from 'vitest'
import { countWords, isCappedIn } from './counted.ts'

test.each([
  [501, true, '500+'],
  [613, true, '500+'],
  [500, true, '500'],
  [94, true, '94'],
  [1_234_567, false, '1,234,567'],
])('a count of %i, capped %s, reads %s', (count, isCapped, words) => {
  expect(countWords(count, isCapped)).toBe(words)
})

test.each([
  ['all', true],
  ['completed', true],
  ['inprogress', false],
  ['pending', false],
] as const)('the count of %s can be capped: %s', (tab, isCapped) => {
  expect(isCappedIn(tab, { isCapped: true })).toBe(isCapped)
  expect(isCappedIn(tab, { isCapped: false })).toBe(false)
})
