import { Buffer } from 'node:buffer'

/** The first PDU of an association (PS3.8 section 9.3.2): its type, and the lengths of its head and of the whole. */
const REQUEST_TYPE = 0x01
const HEAD_BYTES = 6
const FIXED_BYTES = 74
/** Requests of scanners with a hundred presentation contexts have some 15 kB. */
const MAX_BYTES = 128 * 1024

export type AssociateRequest = { calledAeTitle: string; callingAeTitle: string }

const titleAt = (bytes: Buffer, at: number) =>
  bytes
    .toString('latin1', at, at + 16)
    .replace(/[^\x20-\x7e]/g, '')
    .trim()

/** Reads an A-ASSOCIATE-RQ from the first bytes of a connection. Returns `incomplete` if more must come, null if it is something else. */
export function readAssociateRequest(bytes: Buffer): AssociateRequest | 'incomplete' | null {
  if (bytes.length > 0 && bytes[0] !== REQUEST_TYPE) return null
  if (bytes.length < HEAD_BYTES) return 'incomplete'
  const length = HEAD_BYTES + bytes.readUInt32BE(2)
  if (length < FIXED_BYTES || length > MAX_BYTES) return null
  if (bytes.length < length) return 'incomplete'
  return { calledAeTitle: titleAt(bytes, 10), callingAeTitle: titleAt(bytes, 26) }
}

/** An A-ASSOCIATE-RJ (PS3.8 section 9.3.4): transient, by the provider's presentation part, local limit exceeded. Scanners try again. */
export const busyReject = Buffer.from([0x03, 0, 0, 0, 0, 4, 0, 2, 3, 2])
