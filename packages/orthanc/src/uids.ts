import { createHash } from 'node:crypto'

/** The UID of a UUID, under the arc that is made for them (DICOM PS3.5 annex B.2). */
export const uidOfUuid = (uuid: string): string => `2.25.${BigInt(`0x${uuid.replaceAll('-', '')}`)}`

/** Returns the UID of a text: always the same, and no other text's. It is that of a UUID version 8 (RFC 9562). */
export function uidOfText(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex')
  return uidOfUuid(`${digits.slice(0, 12)}8${digits.slice(13, 16)}a${digits.slice(17, 32)}`)
}
