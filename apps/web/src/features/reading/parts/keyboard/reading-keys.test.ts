import { keyNameOf, refusalOf } from '@readroom/contracts/images/viewer-keys'
import { expect, test } from 'vitest'
import { readingKeyOf, readingKeys } from './reading-keys.ts'

const key = (code: string, modifiers: KeyboardEventInit = {}) =>
  readingKeyOf(new KeyboardEvent('keydown', { code, ...modifiers }))

test('finds keys by their position, whatever character the keyboard produces there', () => {
  expect(key('KeyS', { altKey: true, key: 'ß' })).toBe('saveClose')
  expect(key('Digit3', { altKey: true, key: '"' })).toBe('section3')
  expect(key('Enter', { ctrlKey: true })).toBe('signNext')
  expect(key('NumpadEnter', { metaKey: true })).toBe('signNext')
  expect(key('Enter', { altKey: true })).toBe('signClose')
  expect(key('KeyW', { altKey: true })).toBe('signPreliminary')
})

test('ignores keys that type characters: plain keys, Shift, AltGr and Ctrl with Alt', () => {
  for (const modifiers of [
    {},
    { shiftKey: true, altKey: true },
    { ctrlKey: true, altKey: true },
    { modifierAltGraph: true, altKey: true },
  ])
    expect(key('KeyS', modifiers)).toBeUndefined()
})

test('every command has a different key', () => {
  const chords = readingKeys.flatMap((entry) => ('chord' in entry ? [JSON.stringify(entry.chord)] : []))
  expect(new Set(chords).size).toBe(chords.length)
})

test('no command of the viewer can have a key of the page', () => {
  const chords = readingKeys.flatMap((entry) => ('chord' in entry ? [entry.chord] : []))
  const plain = { shiftKey: false, metaKey: false, isAltGraph: false }
  const free = chords.filter((chord) => {
    const key = chord.code.replace(/^(Key|Digit)/, '').replace(/^[A-Z]$/, (letter) => letter.toLowerCase())
    const name = keyNameOf({ ...plain, key, altKey: 'alt' in chord, ctrlKey: 'control' in chord })
    return name === null || refusalOf(name) === null
  })
  expect(free).toEqual([])
})
