import { expect, test } from 'vitest'
import { initialsOf } from './user-menu.tsx'

test.each([
  ['Helen Marsh', 'HM'],
  ['Dr Ines Carvalho', 'IC'],
  ['中村', '中'],
  ['', ''],
])('initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
