import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEscapes, writeEscapes } from './escapes.ts'

const separators = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' }
/** Returns a text as the database stores it: without control characters other than line breaks and tabs. */
const stored = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')

test('a written text is read as it was, and has no separator in it', () => {
  const mixed = fc.string({ unit: fc.oneof(fc.constantFrom('|', '^', '~', '\\', '&', '\r', '\n', '.br', 'X41'), fc.string()) })
  fc.assert(
    fc.property(mixed, (text) => {
      const written = writeEscapes(text, separators)
      expect(written).not.toMatch(/[|^~&\r\n]/)
      expect(readEscapes(written, separators, 'UNICODE UTF-8')).toBe(stored(text))
    }),
  )
})

test.each([
  ['one\\.br\\two', 'one\ntwo'],
  ['one\\.sp\\two', 'one\ntwo'],
  ['one\\.sp3\\two', 'one\n\n\ntwo'],
  ['one\\.sp+2\\two', 'one\n\ntwo'],
  ['one\\.ce\\two', 'one\ntwo'],
  ['\\.in+5\\one\\.br\\\\.ti-2\\two', 'one\ntwo'],
  ['\\.fi\\one\\.sk2\\two\\.nf\\', 'one  two'],
  ['\\.spam\\', '\\.spam\\'],
])('%s is layout of the text', (written, text) => {
  expect(readEscapes(written, separators, 'UNICODE UTF-8')).toBe(text)
})

test('lines are separated as receivers show them', () => {
  expect(writeEscapes('A & B\nC\\D', separators)).toBe('A \\T\\ B\\.br\\C\\E\\D')
})
