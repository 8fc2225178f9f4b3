/** How the text of a field becomes its value, and back. Text that cannot be read stays text, so that the contract refuses it. */
export type TextAs = { read: (text: string) => unknown; write: (value: unknown) => string }

const shown = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const isBlank = (text: string) => text.trim() === ''

const readNumber = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : text)
const joined = (separator: string) => (value: unknown) => (Array.isArray(value) ? value.join(separator) : shown(value))
const partsAt = (separator: RegExp) => (text: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The kinds of values that a text field can have. */
export const textAs = {
  text: { read: (text) => text, write: shown },
  /** Empty means null. */
  nullable: { read: (text) => (isBlank(text) ? null : text), write: shown },
  number: { read: readNumber, write: shown },
  /** Empty means null. */
  nullableNumber: { read: (text) => (isBlank(text) ? null : readNumber(text)), write: shown },
  /** One entry on each line, none with spaces or commas. */
  words: { read: partsAt(/[\s,]+/), write: joined('\n') },
  lines: { read: partsAt(/\n/), write: joined('\n') },
  /** Separated by commas. */
  list: { read: partsAt(/,/), write: joined(', ') },
  emails: { read: partsAt(/[\s,;]+/), write: joined(', ') },
} as const satisfies Record<string, TextAs>
