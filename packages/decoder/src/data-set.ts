import { Buffer } from 'node:buffer'
import { inflateRawSync } from 'node:zlib'
import dicomParser, { type DataSet, type Element } from 'dicom-parser'
import { Refused, refuse } from './refused.ts'

/** A deflated file is unpacked up to this size. */
const maxInflatedBytes = 512 * 1024 * 1024

/** Unpacks what follows the meta information (DICOM PS3.5 section A.5). Throws Refused if that is too much. */
function inflateFrom(file: Uint8Array, position: number): Uint8Array {
  const head = file.subarray(0, position)
  try {
    return Buffer.concat([head, inflateRawSync(file.subarray(position), { maxOutputLength: maxInflatedBytes })])
  } catch (error) {
    if (error instanceof RangeError) throw new Refused({ code: 'too-large' })
    throw error
  }
}

const parse = (file: Uint8Array): DataSet => dicomParser.parseDicom(file, { inflater: inflateFrom })

/**
 * Returns a copy in which 64-bit values are of unknown type: the parser does not know theirs (PS3.5 section 6.2: OV, SV, UV), and both have lengths of
 * 32 bits. Pixels stay as they are.
 */
function withoutLongTypes(file: Uint8Array): Uint8Array {
  const copy = Buffer.from(file)
  const pixels = copy.indexOf(Buffer.from([0xe0, 0x7f, 0x10, 0x00]))
  for (const type of ['OV', 'SV', 'UV']) {
    const long = Buffer.from(`${type}\0\0`)
    for (let at = copy.indexOf(long); at >= 0 && (pixels < 0 || at < pixels); at = copy.indexOf(long, at + 4))
      copy.write('UN', at)
  }
  return copy
}

/** Reads a DICOM file as it is stored. Throws Refused. */
export function readDataSet(file: Uint8Array): DataSet {
  try {
    return parse(file)
  } catch (error) {
    if (error instanceof Refused) throw error
  }
  try {
    return parse(withoutLongTypes(file))
  } catch (error) {
    if (error instanceof Refused) throw error
    return refuse('its file cannot be read')
  }
}

/** Returns a whole number, whatever type it is written in; null if it is absent or not a number. */
export function readNumber(data: DataSet, tag: string): number | null {
  const element = data.elements[tag]
  if (!element || element.length === 0) return null
  const inText = element.vr === 'IS' || element.vr === 'DS'
  const value = inText ? Number(data.string(tag)) : element.length >= 4 && isLong(element) ? data.uint32(tag) : data.uint16(tag)
  return value !== undefined && Number.isInteger(value) ? value : null
}

const isLong = ({ vr }: Element): boolean => vr === 'UL' || vr === 'SL'

/** Returns all values of an element of decimal numbers. */
export function readDecimals(data: DataSet, tag: string): number[] {
  const text = data.string(tag)
  return text === undefined ? [] : text.split('\\').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
}

/** Returns the items of a sequence. */
export function readItems(data: DataSet, tag: string): DataSet[] {
  return (data.elements[tag]?.items ?? []).flatMap(({ dataSet }) => (dataSet ? [dataSet] : []))
}

/** Returns the bytes of an element's value; none if it is absent. */
export function readBytes(data: DataSet, tag: string): Uint8Array {
  const element = data.elements[tag]
  return element ? data.byteArray.subarray(element.dataOffset, element.dataOffset + element.length) : new Uint8Array()
}

/** Returns 16-bit values in the byte order of the file. */
export function readShorts(bytes: Uint8Array, isBigEndian: boolean): Uint16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint16Array.from({ length: bytes.byteLength >> 1 }, (_, index) => view.getUint16(index * 2, !isBigEndian))
}
