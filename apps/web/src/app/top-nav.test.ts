import { expect, test } from 'vitest'
import { greetingAt } from './top-nav.tsx'

test.each([
  [4, 'Good evening'],
  [5, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [17, 'Good afternoon'],
  [18, 'Good evening'],
])('the greeting at hour %i is %s', (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting)
})
