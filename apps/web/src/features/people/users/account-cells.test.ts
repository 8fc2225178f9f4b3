import { expect, test } from 'vitest'
import { daysAgo } from './account-cells.tsx'

test.each([
  ['2026-03-01T12:00:00Z', 'today'],
  ['2026-02-28T12:00:00Z', 'yesterday'],
  ['2026-02-26T12:00:00Z', '3 days ago'],
])('%s is %s', (iso, words) => {
  expect(daysAgo(iso, Date.parse('2026-03-01T13:00:00Z'))).toBe(words)
})
