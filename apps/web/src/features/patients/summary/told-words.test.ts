import { expect, test } from 'vitest'
import { toldWords } from './told-words.ts'

const at = '2026-03-02T23:00:00.000Z'
const step = 'deadline' as const
const soon = '2026-03-02T23:00:01.000Z'

test('people who were told in both ways are named once', () => {
  const both = { step, live: ['Ada', 'Ben'], emailed: ['Ada', 'Ben'], emailedAt: soon }
  expect(toldWords(at, both)).toBe('In Readroom and by email: Ada, Ben.')
  expect(toldWords(at, { ...both, emailed: ['Ben'] })).toBe('In Readroom: Ada, Ben. By email: Ben.')
  expect(toldWords(at, { ...both, emailed: [], emailedAt: null })).toBe('In Readroom: Ada, Ben.')
})

test('an email that waited for the end of quiet hours has its time', () => {
  const waited = { step, live: ['Ada'], emailed: ['Ada'], emailedAt: '2026-03-03T07:00:04.000Z' }
  expect(toldWords(at, waited)).toMatch(/^In Readroom: Ada\. By email, .*\d\d:00: Ada\.$/)
})

test('of many people the others are counted', () => {
  const offered = { step, live: ['Ada', 'Ben', 'Cal', 'Dan'], emailed: [], emailedAt: null }
  expect(toldWords(at, offered, 2)).toBe('In Readroom: Ada, Ben and 2 others.')
})
