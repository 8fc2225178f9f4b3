import { expect, test } from 'vitest'
import { formatCountdown } from '../../../lib/format.ts'
import { digitsOf, secondsUntilResend } from './code-step.tsx'

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['12-34-56-78', '123456'],
  ['a1b2', '12'],
  ['', ''],
])('reads %j as the digits %j', (typed, kept) => {
  expect(digitsOf(typed)).toBe(kept)
})

const sentAt = 1_000_000_000

test.each([
  [0, '2:00'],
  [400, '2:00'],
  [1000, '1:59'],
  [61_000, '0:59'],
  [119_500, '0:01'],
  [120_000, '0:00'],
  [500_000, '0:00'],
  [-90_000, '2:00'],
])('shows the right countdown %i ms after sending: %s', (passedMs, shown) => {
  expect(formatCountdown(secondsUntilResend(sentAt, sentAt + passedMs))).toBe(shown)
})
