import { keysOf, type ViewerBindings } from '@readroom/contracts/images/viewer-keys'

/** Two different letters that follow each other faster than this are typed text. */
export const burstMs = 250
/** A pause of this length ends the text, and the next key is a command again. */
export const textPauseMs = 1_000
/** So many letters that are no commands are typed text, however slowly they come. */
const mostFree = 2

/** The use of a letter on the images. `scroll`: the keys of two directions follow each other fast. `free`: it has none. */
export type LetterUse = 'command' | 'scroll' | 'free'

/** A run of keys without a pause. `letter`: the last letter, and when it came. */
export type Run = {
  at: number
  letter: { key: string; use: LetterUse; at: number } | null
  free: number
  isText: boolean
}

/** `begin`: the first key of a run, a command. `command`: another one. `text`: the key that shows that this is text. `typed`: more of it. */
type Heard = { run: Run | null; is: 'begin' | 'command' | 'text' | 'typed' }

type Key = Pick<KeyboardEvent, 'key' | 'repeat' | 'altKey' | 'ctrlKey' | 'metaKey'>

const corrections = ['Backspace', 'Delete', 'Enter']
const modifiers = ['Shift', 'CapsLock', 'AltGraph']

/** Tells single keys on the images, which are commands, from the letters of somebody who types words. Returns the run with this key. */
export function hearKey(before: Run | null, { key, repeat, altKey, ctrlKey, metaKey }: Key, use: LetterUse, now: number): Heard {
  const run = before && now - before.at < textPauseMs ? before : null
  if (modifiers.includes(key)) return { run, is: 'command' }
  const isCharacter = key.length === 1 && !altKey && !ctrlKey && !metaKey
  if (run?.isText && (isCharacter || corrections.includes(key))) return { run: { ...run, at: now }, is: 'typed' }
  // An arrow, and any other key that types nothing, is a command at any time.
  if (!isCharacter) return { run: null, is: 'command' }
  const is = run ? 'command' : 'begin'
  const { letter: last = null, free = 0 } = run ?? {}
  // A held key is one press.
  if (repeat || !/^\p{L}$/u.test(key)) return { run: { at: now, letter: last, free, isText: false }, is }
  const areScrolling = last?.use === 'scroll' && use === 'scroll'
  const isBurst = last !== null && last.key !== key && now - last.at < burstMs && !areScrolling
  const counted = free + (use === 'free' ? 1 : 0)
  const isText = isBurst || counted >= mostFree
  return { run: { at: now, letter: { key, use, at: now }, free: counted, isText }, is: isText ? 'text' : is }
}

const scrolling = ['next-image', 'previous-image', 'next-series', 'previous-series', 'next-viewport', 'previous-viewport']

/** Returns the use of a letter under a user's bindings. */
export function letterUse(letter: string, bindings: ViewerBindings): LetterUse {
  const name = letter.toLowerCase()
  for (const [id, keys] of keysOf(bindings)) if (keys.includes(name)) return scrolling.includes(id) ? 'scroll' : 'command'
  return 'free'
}
