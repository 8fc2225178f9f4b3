import { defaultBindings, type ViewerBindings } from '@readroom/contracts/images/viewer-keys'
import { describe, expect, test } from 'vitest'
import { burstMs, hearKey, letterUse, type Run, textPauseMs } from './typed-text.ts'

type Press = string | { key: string; after?: number; repeat?: boolean; ctrlKey?: boolean }

/** Presses keys in turn, each 100 ms after the one before unless it says otherwise. Returns what each of them is. */
function press(keys: readonly Press[], bindings: ViewerBindings = defaultBindings) {
  let run: Run | null = null
  let now = 0
  return keys.map((one) => {
    const { key, after = 100, repeat = false, ctrlKey = false } = typeof one === 'string' ? { key: one } : one
    now += after
    const heard = hearKey(run, { key, repeat, ctrlKey, altKey: false, metaKey: false }, letterUse(key, bindings), now)
    run = heard.run
    return heard.is
  })
}

describe('words that are typed while the images have the keyboard', () => {
  test.each<[string, Press[], string[]]>([
    ['the second letter of a burst', ['r', 'i', 'b'], ['begin', 'text', 'typed']],
    [
      'what follows it: spaces, digits, capitals and corrections',
      ['a', 'c', ' ', '5', 'R', 'Backspace', 'Enter', 'Delete'],
      ['begin', 'text', ...Array(6).fill('typed')],
    ],
    ['a digit and a space in front of it', ['5', ' ', 'm', 'm', 'n'], ['begin', 'command', 'command', 'command', 'text']],
    ['two letters that are no commands, however slowly', ['n', { key: 'q', after: 900 }], ['begin', 'text']],
    [
      'a slow typist, from the second letter without a command',
      [{ key: 'n' }, { key: 'o', after: 400 }, { key: 'y', after: 400 }],
      ['begin', 'command', 'text'],
    ],
    ['a new burst after a pause', ['r', 'i', { key: 'r', after: textPauseMs }, 'i'], ['begin', 'text', 'begin', 'text']],
    ['the letters of another script', ['п', 'е'], ['begin', 'text']],
  ])('are text from %s', (_what, keys, heard) => {
    expect(press(keys)).toEqual(heard)
  })
})

describe('commands stay', () => {
  const byLetters = { ...defaultBindings, keys: { 'next-image': ['f'], 'previous-image': ['d'] } }
  test.each<[string, Press[], ViewerBindings?]>([
    ['single letters with time between them', ['r', { key: 'i', after: burstMs }, { key: 'h', after: 300 }]],
    ['the same letter again and again', ['r', 'r', 'r', 'r']],
    ['a held letter', ['r', { key: 'r', repeat: true, after: 30 }, { key: 'r', repeat: true, after: 30 }]],
    ['arrows and digits in any order', ['ArrowDown', 'ArrowUp', '1', '2', '3', 'ArrowDown', '4', 'Delete']],
    ['letters with Ctrl', ['r', { key: 'z', ctrlKey: true }, { key: 'y', ctrlKey: true }]],
    ['letters that scroll both ways', ['f', 'd', 'f', 'd'], byLetters],
    ['an arrow between two letters', ['r', 'ArrowDown', 'i']],
  ])('%s', (_what, keys, bindings) => {
    expect(press(keys, bindings).filter((is) => is === 'text' || is === 'typed')).toEqual([])
  })

  test('an arrow within typed text', () => {
    expect(press(['r', 'i', 'ArrowDown', 'Delete'])).toEqual(['begin', 'text', 'command', 'command'])
  })
})
