import { expect, test } from 'vitest'
import { countWords } from './counted.ts'

test.each([
  [501, true, '500+'],
  [613, true, '500+'],
  [500, true, '500'],
  [94, true, '94'],
  [1_234_567, false, '1,234,567'],
])('a count of %i, capped %s, reads %s', (count, isCapped, words) => {
  expect(countWords(count, isCapped)).toBe(words)
})
