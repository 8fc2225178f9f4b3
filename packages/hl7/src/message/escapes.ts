import { Buffer } from 'node:buffer'
import { decode } from './charset.ts'
import type { Separators } from './header.ts'

/** No database stores control characters. A line break within a field is a line break of its text. */
const controls = /[^\P{Cc}\n\t]/gu

const clean = (text: string) => text.replace(/\r\n?/g, '\n').replace(controls, '')

function readHex(digits: string, charset: string): string | null {
  if (digits.length % 2 === 1 || !/^[0-9A-Fa-f]+$/.test(digits)) return null
  try {
    return decode(Buffer.from(digits, 'hex'), charset)
  } catch {
    return null
  }
}

/** Formatting commands (HL7 section 2.7.6) with the text that they stand for. Indents and word wrap have none. */
const layout: Readonly<Record<string, string>> = { br: '\n', sp: '\n', ce: '\n', sk: ' ', in: '', ti: '', fi: '', nf: '' }
const command = /^\.(br|sp|ce|sk|in|ti|fi|nf) ?([+-]?\d{0,3})$/i
/** More empty lines or spaces are an error of the sender. */
const MAX_REPEATED = 20

function readLayout(sequence: string): string | null {
  const [, name = '', count = ''] = command.exec(sequence) ?? []
  const text = layout[name.toLowerCase()]
  return text === undefined ? null : text.repeat(Math.min(Math.max(Number(count), 1), MAX_REPEATED))
}

/** Returns what an escape sequence stands for, or null if it is not one. Highlighting is dropped. */
function meaningOf(sequence: string, separators: Separators, charset: string): string | null {
  switch (sequence) {
    case 'F':
      return separators.field
    case 'S':
      return separators.component
    case 'T':
      return separators.subcomponent
    case 'R':
      return separators.repetition
    case 'E':
      return separators.escape
    case 'H':
    case 'N':
      return ''
  }
  return sequence.startsWith('X') ? readHex(sequence.slice(1), charset) : readLayout(sequence)
}

/** Replaces the escape sequences of a text by what they stand for. Unknown sequences stay as they are. */
export function readEscapes(text: string, separators: Separators, charset: string): string {
  const mark = separators.escape
  if (mark === '' || !text.includes(mark)) return clean(text)
  const parts = text.split(mark)
  let result = parts[0] ?? ''
  for (let at = 1; at < parts.length; at++) {
    const meaning = at + 1 < parts.length ? meaningOf(parts[at] ?? '', separators, charset) : null
    if (meaning === null) {
      result += mark + (parts[at] ?? '')
    } else {
      result += meaning + (parts[at + 1] ?? '')
      at++
    }
  }
  return clean(result)
}

/** Returns a text as a value of a message: separators and line breaks are escape sequences. `readEscapes` returns it again. */
export function writeEscapes(text: string, separators: Separators): string {
  const mark = separators.escape
  const sequences = new Map([
    [separators.field, 'F'],
    [separators.component, 'S'],
    [separators.subcomponent, 'T'],
    [separators.repetition, 'R'],
    [mark, 'E'],
    ['\n', '.br'],
  ])
  return [...clean(text)]
    .map((character) => {
      const sequence = sequences.get(character)
      return sequence === undefined ? character : `${mark}${sequence}${mark}`
    })
    .join('')
}
