import { createHash } from 'node:crypto'

/** A UID under the UUID arc (DICOM PS3.5 annex B.2), always the same for the same name. */
export function uidOf(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return `2.25.${BigInt(`0x${bytes.toString('hex')}`)}`
}
