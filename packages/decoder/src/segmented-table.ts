import { refuse } from './refused.ts'

const incomplete = () => refuse('its color palette is not complete')

/** Kinds of segments (DICOM PS3.3 section C.7.9.2). */
const [discrete, linear, indirect] = [0, 1, 2]

/**
 * Unpacks a segmented color table of `length` entries. `units` are its numbers, of 8 or 16 bits as its descriptor says. Throws Refused if it ends early, is
 * longer than `length`, or refers to a reference.
 */
export function unpackSegments(units: Uint8Array | Uint16Array, length: number): Uint16Array {
  const table = new Uint16Array(length)
  let filled = 0

  const at = (index: number): number => units[index] ?? incomplete()

  function put(value: number): void {
    if (filled === length) refuse('its color palette is longer than it says')
    table[filled] = value
    filled += 1
  }

  function putLine(count: number, end: number): void {
    if (filled === 0) incomplete()
    const start = table[filled - 1] ?? 0
    for (let step = 1; step <= count; step++) put(Math.round(start + ((end - start) * step) / count))
  }

  /** Unpacks the segment at an index. Returns the index of the next one. */
  function unpack(index: number, isReferred: boolean): number {
    const [kind, count] = [at(index), at(index + 1)]
    if (kind === discrete) {
      for (let entry = 0; entry < count; entry++) put(at(index + 2 + entry))
      return index + 2 + count
    }
    if (kind === linear) {
      putLine(count, at(index + 2))
      return index + 3
    }
    if (kind !== indirect || isReferred) return incomplete()
    // A reference is an offset in bytes of 32 bits, the low ones first.
    const size = units.BYTES_PER_ELEMENT
    let offset = 0
    for (let part = 0; part < 4 / size; part++) offset += at(index + 2 + part) * 2 ** (8 * size * part)
    let referred = Math.floor(offset / size)
    for (let segment = 0; segment < count; segment++) referred = unpack(referred, true)
    return index + 2 + 4 / size
  }

  for (let next = 0; filled < length; ) next = unpack(next, false)
  return table
}
