import { expect, test } from 'vitest'
import { parseExpiresIn } from './expires-in.ts'

test.each([
  ['45s', 45_000],
  ['30m', 1_800_000],
  ['8h', 28_800_000],
  ['2d', 172_800_000],
])('%s is read as %i ms', (text, ms) => {
  expect(parseExpiresIn(text)).toBe(ms)
})

test.each(['', '60', 'soon', '1.5h', '-1h', '3w'])('%j cannot be read and means one hour', (text) => {
  expect(parseExpiresIn(text)).toBe(3_600_000)
})
