import { type Buffer, isAscii, isUtf8 } from 'node:buffer'

/** HL7 table 0211, as far as senders use it, with the names of the Encoding Standard. Its Latin-1 is Windows-1252, which has all of it. */
const encodings = new Map([
  ['ASCII', 'utf-8'],
  ['8859/1', 'windows-1252'],
  ['8859/2', 'iso-8859-2'],
  ['8859/3', 'iso-8859-3'],
  ['8859/4', 'iso-8859-4'],
  ['8859/5', 'iso-8859-5'],
  ['8859/6', 'iso-8859-6'],
  ['8859/7', 'iso-8859-7'],
  ['8859/8', 'iso-8859-8'],
  ['8859/9', 'windows-1254'],
  ['8859/15', 'iso-8859-15'],
  ['UNICODE UTF-8', 'utf-8'],
  ['WINDOWS-1250', 'windows-1250'],
  ['WINDOWS-1251', 'windows-1251'],
  ['GB 18030-2000', 'gb18030'],
  ['KS X 1001', 'euc-kr'],
  ['BIG-5', 'big5'],
  ['ISO IR87', 'iso-2022-jp'],
])

/** The character sets that a connection can have as its default. */
export const charsets: readonly string[] = [...encodings.keys()]

/** Other spellings of the names, as senders write them, without blanks and hyphens. */
const spellings: ReadonlyMap<string, string> = new Map([
  ...['UTF8', 'UNICODE', 'UNICODEUTF8', 'ISOIR192'].map((name) => [name, 'UNICODE UTF-8'] as const),
  ...['ISO88591', 'LATIN1', 'WINDOWS1252', 'CP1252', 'ISOIR100', 'ANSI'].map((name) => [name, '8859/1'] as const),
  ...['2', '3', '4', '5', '6', '7', '8', '9', '15'].map((part) => [`ISO8859${part}`, `8859/${part}`] as const),
  ...['USASCII', 'ISOIR6'].map((name) => [name, 'ASCII'] as const),
  ['CP1250', 'WINDOWS-1250'],
  ['CP1251', 'WINDOWS-1251'],
  ['GB18030', 'GB 18030-2000'],
])

const own = (name: string, words: Readonly<Record<string, string>>) =>
  Object.entries(words).find(([word]) => word.trim().toUpperCase() === name)?.[1]

/** Returns the name of table 0211 for one that a message declares; undefined if nobody knows it. */
function nameOf(declared: string, words: Readonly<Record<string, string>>): string | undefined {
  const meant = own(declared, words) ?? declared
  if (meant === '' || encodings.has(meant)) return meant
  return spellings.get(meant.replaceAll(/[\s_-]/g, ''))
}

/** How a message's bytes were read. */
export type Reading = {
  /** A name of HL7 table 0211. */
  charset: string
  /** The bytes are UTF-8, although the header says something else or nothing. */
  isUtf8InDisguise: boolean
  /** The name in the header, if nobody knows it. */
  unknownName: string | null
  /** The header says UTF-8, and the bytes are something else. */
  isNoUtf8: boolean
}

/** The bytes are not in the declared character set. */
export class UnknownCharset extends Error {
  override name = 'UnknownCharset'
}

/** Both are written by programs that never set it, whatever the bytes are. */
const saysNothing = ['', '8859/1', 'ASCII']

const utf8 = 'UNICODE UTF-8'
/** Every byte is a character of it. */
const lastResort = '8859/1'

/**
 * Returns the character set of a message. Bytes above ASCII that are valid UTF-8 are UTF-8 if the header says nothing, Latin-1 or a name that nobody
 * knows: valid UTF-8 is hardly ever something else by chance. Otherwise the header counts, and without one the connection's default. Bytes that are
 * declared as UTF-8 and are none are in the default. `words`: the sender's own names.
 */
export function findCharset(
  bytes: Buffer,
  declared: string,
  byDefault: string,
  words: Readonly<Record<string, string>> = {},
): Reading {
  const sent = declared.trim().toUpperCase()
  const name = nameOf(sent, words)
  const unknownName = name === undefined ? declared.trim() : null
  const plain = { isUtf8InDisguise: false, unknownName, isNoUtf8: false }
  const says = name === undefined || saysNothing.includes(name) ? (name ?? '') : null
  if (says !== null) {
    if (isAscii(bytes)) return { ...plain, charset: says || byDefault }
    if (isUtf8(bytes)) return { ...plain, charset: utf8, isUtf8InDisguise: says !== '' || byDefault !== utf8 }
  }
  const charset = name === undefined || name === '' || name === 'ASCII' ? byDefault : name
  if (charset === utf8 && !isUtf8(bytes))
    return { ...plain, charset: byDefault === utf8 ? lastResort : byDefault, isNoUtf8: true }
  return { ...plain, charset }
}

/** Decodes bytes in a character set of HL7 table 0211. Throws `UnknownCharset` if they are not in it. */
export function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(encodings.get(charset) ?? charset, { fatal: true }).decode(bytes)
  } catch {
    throw new UnknownCharset(`The message is not in the character set ${charset}.`)
  }
}
