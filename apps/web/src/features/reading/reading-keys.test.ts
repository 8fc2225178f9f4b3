import { expect, test } from 'vitest'
import { readingKeyOf, readingKeys } from './reading-keys.ts'

const key = (code: string, modifiers: KeyboardEventInit = {}) =>
  readingKeyOf(new KeyboardEvent('keydown', { code, ...modifiers }))

test('keys are found by their place, whatever the keyboard writes there', () => {
  expect(key('KeyS', { altKey: true, key: 'ß' })).toBe('saveClose')
  expect(key('Digit3', { altKey: true, key: '"' })).toBe('section3')
  expect(key('Enter', { ctrlKey: true })).toBe('signNext')
  expect(key('NumpadEnter', { metaKey: true })).toBe('signNext')
  expect(key('Enter', { altKey: true })).toBe('signClose')
  expect(key('KeyW', { altKey: true })).toBe('signPreliminary')
})

test('what writes a letter is no key: plain keys, Shift, AltGr and Ctrl with Alt', () => {
  for (const modifiers of [
    {},
    { shiftKey: true, altKey: true },
    { ctrlKey: true, altKey: true },
    { modifierAltGraph: true, altKey: true },
  ])
    expect(key('KeyS', modifiers)).toBeUndefined()
})

test('no two keys are the same', () => {
  const chords = readingKeys.flatMap((entry) => ('chord' in entry ? [JSON.stringify(entry.chord)] : []))
  expect(new Set(chords).size).toBe(chords.length)
})
