import { expect, test } from 'vitest'
import { countWords } from './counted.ts'

test.each([
  [10_001, true, '10,000+'],
  [10_113, true, '10,000+'],
  [10_000, true, '10,000'],
  [94, true, '94'],
  [1_234_567, false, '1,234,567'],
])('a count of %i, capped %s, reads %s', (count, isCapped, words) => {
  expect(countWords(count, isCapped)).toBe(words)
})
