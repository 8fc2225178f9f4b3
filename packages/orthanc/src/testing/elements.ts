import { Buffer } from 'node:buffer'

export const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1'

/** Returns a data element in Explicit VR Little Endian (DICOM PS3.5 section 7.1.2), padded to even length. */
export function element(tag: number, vr: string, value: Buffer | string): Buffer {
  const raw = Buffer.isBuffer(value) ? value : Buffer.from(value)
  const padding = Buffer.from(vr === 'UI' || vr === 'OB' ? '\0' : ' ')
  const data = raw.length % 2 === 0 ? raw : Buffer.concat([raw, padding])
  const long = vr === 'OB' || vr === 'OW'
  const head = Buffer.alloc(long ? 12 : 8)
  head.writeUInt16LE(tag >>> 16, 0)
  head.writeUInt16LE(tag & 0xffff, 2)
  head.write(vr, 4, 'latin1')
  if (long) head.writeUInt32LE(data.length, 8)
  else head.writeUInt16LE(data.length, 6)
  return Buffer.concat([head, data])
}

/** Returns a value of VR US. */
export function short(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeUInt16LE(value)
  return buffer
}

type FileMeta = { sopClassUid: string; sopInstanceUid: string; transferSyntax?: string }

/** Returns the preamble and the file meta information of a DICOM file (PS3.10 section 7.1). */
export function metaInformation({ sopClassUid, sopInstanceUid, transferSyntax = EXPLICIT_LITTLE_ENDIAN }: FileMeta): Buffer {
  const elements = Buffer.concat([
    element(0x0002_0001, 'OB', Buffer.from([0, 1])),
    element(0x0002_0002, 'UI', sopClassUid),
    element(0x0002_0003, 'UI', sopInstanceUid),
    element(0x0002_0010, 'UI', transferSyntax),
    element(0x0002_0012, 'UI', '2.25.1'),
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(elements.length)
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), element(0x0002_0000, 'UL', length), elements])
}
