import { expect, test } from 'vitest'
import { greetingAt, initialsOf } from './greeting.ts'

test.each([
  [4, 'Good evening'],
  [5, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [17, 'Good afternoon'],
  [18, 'Good evening'],
])('at %i: %s', (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting)
})

test.each([
  ['Helen Marsh', 'HM'],
  ['Dr Ines Carvalho', 'IC'],
  ['中村', '中'],
  ['', ''],
])('initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
