import { convertBytes } from 'dicom-character-set'

/** U+FFFD stands for what could not be read. */
export type DecodedName = { name: string; isUnreadable: boolean }

const lost = '\u{fffd}'

/** Bytes beyond ASCII in a set that does not say what they are. */
const asciiOnly = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u{80}-\u{ff}]+/gu, lost)

/**
 * A person name's bytes by the character set that the image declares (PS3.3 section C.12.1.1.2, PS3.5 section 6.1). Undeclared bytes beyond ASCII are
 * read as UTF-8, and if they are none, no other set is guessed. The archive leaves out what it cannot read and says nothing.
 */
export function decodeName(declared: string | undefined, bytes: Uint8Array): DecodedName {
  const name = decode(declared?.trim() ?? '', bytes)
  return { name, isUnreadable: name.includes(lost) }
}

function decode(declared: string, bytes: Uint8Array): string {
  try {
    const text = convertBytes(declared, bytes, { vr: 'PN' })
    // Other writing may look like a letter of UTF-8 by accident.
    return declared === '' && text.includes(lost) ? asciiOnly(bytes) : text
  } catch {
    return asciiOnly(bytes)
  }
}
