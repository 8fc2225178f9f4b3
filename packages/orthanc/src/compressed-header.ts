import type { Buffer } from 'node:buffer'

/** The header of a compressed frame, in its own format's terms. `bits` of each sample. */
export type FrameHeader = { rows: number; columns: number; samples: number; bits: number }

/** Start of frame: baseline, extended, progressive and lossless JPEG, and JPEG-LS (ITU-T T.81 table B.1, T.87 section C.1.1). */
const startsOfFrame = [0xc0, 0xc1, 0xc2, 0xc3, 0xf7]

function readJpeg(bytes: Buffer): FrameHeader | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 10 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    if (startsOfFrame.includes(marker)) {
      const [rows, columns] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      return { rows, columns, samples: bytes.readUInt8(at + 9), bits: bytes.readUInt8(at + 4) }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** The SIZ segment of a JPEG 2000 codestream (ITU-T T.800 section A.5.1). */
function readJpeg2000(bytes: Buffer): FrameHeader | null {
  if (bytes.length < 43 || bytes.readUInt32BE(0) !== 0xff4fff51) return null
  const columns = bytes.readUInt32BE(8) - bytes.readUInt32BE(16)
  const rows = bytes.readUInt32BE(12) - bytes.readUInt32BE(20)
  return { rows, columns, samples: bytes.readUInt16BE(40), bits: (bytes.readUInt8(42) & 0x7f) + 1 }
}

/** Reads the head of a compressed frame, or returns null if it has none. */
export function readFrameHeader(fragment: Buffer): FrameHeader | null {
  return readJpeg(fragment) ?? readJpeg2000(fragment)
}

/** Returns true for the head of an RLE frame with so many segments, each behind the one before (PS3.5 section G.5). */
export function isRleHeader(fragment: Buffer, length: number, segments: number): boolean {
  if (fragment.length < 64 || segments > 15 || fragment.readUInt32LE(0) !== segments) return false
  const offsets = Array.from({ length: segments }, (_, index) => fragment.readUInt32LE(4 + 4 * index))
  return offsets.every((offset, index) => offset < length && (index === 0 ? offset === 64 : offset > (offsets[index - 1] ?? 0)))
}

/** The first frame of compressed pixels: its bytes, as far as they were read, and how many it has. */
export type Fragment = { bytes: Buffer; length: number }

/** Finds the first frame in encapsulated pixel data, behind the offset table (PS3.5 section A.4). `data` begins with the element's value. */
export function findFirstFragment(data: Buffer): Fragment | null {
  if (data.length < 8 || data.readUInt32LE(0) !== 0xe000fffe) return null
  const at = 8 + data.readUInt32LE(4)
  if (at + 8 > data.length || data.readUInt32LE(at) !== 0xe000fffe) return null
  const length = data.readUInt32LE(at + 4)
  return { bytes: data.subarray(at + 8, at + 8 + length), length }
}
