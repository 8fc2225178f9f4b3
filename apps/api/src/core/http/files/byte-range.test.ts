import { expect, test } from 'vitest'
import { wantedRange } from './byte-range.ts'

const ask = (range?: string, ifRange?: string) =>
  wantedRange({ ...(range !== undefined && { range }), ...(ifRange !== undefined && { 'if-range': ifRange }) }, 10, '"this"')

test.each([
  ['bytes=0-', { start: 0, end: 9 }],
  ['bytes=4-6', { start: 4, end: 6 }],
  ['bytes=4-99', { start: 4, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=9-9', { start: 9, end: 9 }],
  ['bytes=10-', 'beyond'],
  ['bytes=-0', 'beyond'],
  ['bytes=6-4', null],
  ['bytes=0-1,4-5', null],
  ['bytes=-', null],
  ['lines=0-1', null],
  ['bytes=a-b', null],
  [undefined, null],
])('%s of ten bytes', (range, wanted) => expect(ask(range)).toEqual(wanted))

test('sends the whole file if it has changed since', () => {
  expect(ask('bytes=4-', '"this"')).toEqual({ start: 4, end: 9 })
  expect(ask('bytes=4-', '"that"')).toBeNull()
  expect(ask('bytes=4-', 'W/"this"')).toBeNull()
  expect(ask('bytes=4-', 'Sat, 21 Nov 2026 10:00:00 GMT')).toBeNull()
})
