import { Buffer } from 'node:buffer'
import { refuse } from './refused.ts'

const damaged = (): never => refuse('its compressed pixels are damaged')

/** Unpacks one segment (DICOM PS3.5 section G.3.2) into every `step`th byte of `into`, from `at` on. */
function unpackSegment(segment: Buffer, into: Uint8Array, at: number, step: number): void {
  let from = 0
  let to = at
  while (from < segment.length && to < into.length) {
    const control = segment.readInt8(from)
    from += 1
    if (control === -128) continue
    const count = Math.abs(control) + 1
    const isRun = control < 0
    for (let index = 0; index < count && to < into.length; index++, to += step) {
      const value = segment[isRun ? from : from + index]
      if (value === undefined) damaged()
      into[to] = value ?? 0
    }
    from += isRun ? 1 : count
  }
  if (to < into.length) damaged()
}

/**
 * Decodes an RLE frame (DICOM PS3.5 annex G): a segment for each byte of each sample, the highest first. Returns whole planes of samples in little
 * endian. Throws Refused.
 */
export function decodeRle(frame: Uint8Array, pixels: number, samples: number, bytesPerSample: number): Uint8Array {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)
  const segments = samples * bytesPerSample
  if (bytes.length < 64 || bytes.readUInt32LE(0) !== segments) return damaged()
  const planes = new Uint8Array(pixels * segments)
  for (let index = 0; index < segments; index++) {
    const start = bytes.readUInt32LE(4 + 4 * index)
    const end = index + 1 < segments ? bytes.readUInt32LE(8 + 4 * index) : bytes.length
    if (start < 64 || end < start || end > bytes.length) return damaged()
    const sample = Math.floor(index / bytesPerSample)
    const place = bytesPerSample - 1 - (index % bytesPerSample)
    const plane = planes.subarray(sample * pixels * bytesPerSample, (sample + 1) * pixels * bytesPerSample)
    unpackSegment(bytes.subarray(start, end), plane, place, bytesPerSample)
  }
  return planes
}
