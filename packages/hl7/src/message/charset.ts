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
  ['UTF-8', 'utf-8'],
  ['GB 18030-2000', 'gb18030'],
  ['KS X 1001', 'euc-kr'],
  ['BIG-5', 'big5'],
  ['ISO IR87', 'iso-2022-jp'],
])

/** The character sets that a connection can have as its default. */
export const charsets: readonly string[] = [...encodings.keys()]

/** How a message's bytes were read. */
export type Reading = {
  /** A name of HL7 table 0211. */
  charset: string
  /** The bytes are UTF-8, although the header says something else or nothing. */
  isUtf8InDisguise: boolean
}

/** The header declares a character set that is not supported, or the bytes are not in the declared one. */
export class UnknownCharset extends Error {
  override name = 'UnknownCharset'
}

/** Both are written by programs that never set it, whatever the bytes are. */
const saysNothing = ['', '8859/1', 'ASCII']

/**
 * Returns the character set of a message. Bytes above ASCII that are valid UTF-8 are UTF-8 if the header says nothing or Latin-1: valid UTF-8
 * is hardly ever something else by chance. Otherwise the header counts, and without one the connection's default.
 */
export function findCharset(bytes: Buffer, declared: string, byDefault: string): Reading {
  const name = declared.trim().toUpperCase()
  if (isAscii(bytes) && saysNothing.includes(name)) return { charset: name || byDefault, isUtf8InDisguise: false }
  if (saysNothing.includes(name) && isUtf8(bytes))
    return { charset: 'UNICODE UTF-8', isUtf8InDisguise: name !== '' || byDefault !== 'UNICODE UTF-8' }
  const charset = name === '' || name === 'ASCII' ? byDefault : name
  if (!encodings.has(charset)) throw new UnknownCharset('The character set is not supported.')
  return { charset, isUtf8InDisguise: false }
}

/** Decodes bytes in a character set of HL7 table 0211. Throws `UnknownCharset` if they are not in it. */
export function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(encodings.get(charset) ?? charset, { fatal: true }).decode(bytes)
  } catch {
    throw new UnknownCharset(`The message is not in the character set ${charset}.`)
  }
}
