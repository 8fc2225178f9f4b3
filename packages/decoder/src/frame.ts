import { Buffer } from 'node:buffer'
import dicomParser, { type DataSet } from 'dicom-parser'
import { codecs, namedSyntaxes, nativeSyntaxes, type RawFrame } from './codecs.ts'
import { readBytes } from './data-set.ts'
import type { ImageHeader } from './image-header.ts'
import { Refused, refuse } from './refused.ts'

/** Numbers of a frame, as its header describes them. */
export type Samples = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array

/** One decoded frame. Colors are red, green and blue of 8 bits, pixel by pixel; greys are as stored. */
export type Frame = { rows: number; columns: number; channels: 1 | 3; values: Samples }

const missing = () => refuse('it has fewer pixels than its header says')

/** Reads single bits, of which frames need not begin at a byte. */
function readBits(bytes: Uint8Array, first: number, count: number): Uint8Array {
  if (first + count > bytes.length * 8) return missing()
  const bits = new Uint8Array(count)
  for (let index = 0; index < count; index++) bits[index] = ((bytes[(first + index) >> 3] ?? 0) >> ((first + index) & 7)) & 1
  return bits
}

function slice(bytes: Uint8Array, frame: number, length: number): Uint8Array {
  const part = bytes.subarray(frame * length, (frame + 1) * length)
  return part.length === length ? part : missing()
}

/** Repeats the two colors of each pair of pixels (PS3.3 section C.7.6.3.1.2). */
function unpackPairs(bytes: Uint8Array, pixels: number): Uint8Array {
  const unpacked = new Uint8Array(pixels * 3)
  for (let pair = 0; pair < pixels / 2; pair++) {
    for (let place = 0; place < 6; place++) {
      // Two luminances, then the blue and the red of both.
      const from = place % 3 === 0 ? place / 3 : 1 + (place % 3)
      unpacked[pair * 6 + place] = bytes[pair * 4 + from] ?? 0
    }
  }
  return unpacked
}

/** The bytes of a frame without compression. Several bytes a sample are turned to little endian. */
function readNative(data: DataSet, header: ImageHeader, frame: number): Uint8Array {
  const { rows, columns, samples, allocated, photometric } = header
  const pixels = rows * columns
  const all = readBytes(data, 'x7fe00010')
  if (allocated === 1) return readBits(all, frame * pixels, pixels)
  if (photometric.endsWith('_422')) {
    if (allocated !== 8 || columns % 2 > 0) return refuse('its bits allocated do not fit its color space')
    return unpackPairs(slice(all, frame, pixels * 2), pixels)
  }
  if (photometric === 'YBR_PARTIAL_420') return refuse('its color space is not known')
  const bytes = slice(all, frame, (pixels * samples * allocated) / 8)
  if (!header.isBigEndian || allocated === 8) return bytes
  return allocated === 16 ? Buffer.from(bytes).swap16() : Buffer.from(bytes).swap32()
}

/** Returns the compressed bytes of a frame: all fragments of it (PS3.5 section A.4). */
function readCompressed(data: DataSet, { frames }: ImageHeader, frame: number): Uint8Array {
  const element = data.elements.x7fe00010
  const fragments = element?.fragments ?? []
  if (!element?.encapsulatedPixelData || fragments.length === 0) return refuse('its pixels are missing')
  const join = (from: number, count: number) => dicomParser.readEncapsulatedPixelDataFromFragments(data, element, from, count)
  if (frames === 1) return Uint8Array.from(join(0, fragments.length))
  if (fragments.length === frames) return Uint8Array.from(join(frame, 1))
  const stated = element.basicOffsetTable ?? []
  const table = stated.length >= frames ? stated : dicomParser.createJPEGBasicOffsetTable(data, element)
  if (table.length <= frame) return missing()
  return Uint8Array.from(dicomParser.readEncapsulatedImageFrame(data, element, frame, table))
}

async function readRaw(data: DataSet, header: ImageHeader, frame: number): Promise<RawFrame> {
  const { transferSyntax, allocated, isPlanar, photometric } = header
  if (nativeSyntaxes.includes(transferSyntax)) {
    const bytes = readNative(data, header, frame)
    return { bytes, bitsPerSample: allocated > 8 ? 16 : 8, isPlanar: isPlanar && !photometric.endsWith('_422'), isRgb: false }
  }
  const decode = codecs[transferSyntax]
  const name = namedSyntaxes[transferSyntax]
  if (!decode) return refuse(name ? `it is ${name}, which is not drawn` : 'its compression is not known')
  return decode(readCompressed(data, header, frame), header)
}

/** Returns the bytes as numbers of so many bits, from an address that such numbers may have. */
function asNumbers(bytes: Uint8Array, bits: number): Uint8Array | Uint16Array | Uint32Array {
  if (bits <= 8) return bytes
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const { buffer, byteOffset, byteLength } = aligned
  return bits <= 16 ? new Uint16Array(buffer, byteOffset, byteLength / 2) : new Uint32Array(buffer, byteOffset, byteLength / 4)
}

/** Takes the stored bits out of each value, with its sign. Overlays may be in the others. */
function readStored(values: Uint8Array | Uint16Array | Uint32Array, shift: number, { stored, isSigned }: ImageHeader): Samples {
  const width = values.BYTES_PER_ELEMENT * 8
  const spare = 32 - Math.min(stored, width)
  if (shift === 0 && spare === 32 - width) return isSigned ? toSigned(values) : values
  const result = isSigned ? toSigned(values.slice()) : values.slice()
  const left = Math.max(0, spare - shift)
  for (let index = 0; index < result.length; index++) {
    const raised = (values[index] ?? 0) << left
    result[index] = isSigned ? raised >> spare : raised >>> spare
  }
  return result
}

function toSigned(values: Uint8Array | Uint16Array | Uint32Array): Int8Array | Int16Array | Int32Array {
  const { buffer, byteOffset, length } = values
  if (values instanceof Uint8Array) return new Int8Array(buffer, byteOffset, length)
  return values instanceof Uint16Array ? new Int16Array(buffer, byteOffset, length) : new Int32Array(buffer, byteOffset, length)
}

function interleave(planes: Uint8Array, pixels: number): Uint8Array {
  const mixed = new Uint8Array(pixels * 3)
  for (let pixel = 0; pixel < pixels; pixel++) {
    for (let channel = 0; channel < 3; channel++) mixed[pixel * 3 + channel] = planes[channel * pixels + pixel] ?? 0
  }
  return mixed
}

/** Converts luminance and two colors (PS3.3 section C.7.6.3.1.2) to red, green and blue. */
function toRgb(ybr: Uint8Array, isPartial: boolean): Uint8Array {
  const rgb = new Uint8ClampedArray(ybr.length)
  const [black, scale, colors] = isPartial ? [16, 255 / 219, 255 / 224] : [0, 1, 1]
  for (let at = 0; at + 2 < ybr.length; at += 3) {
    const light = ((ybr[at] ?? 0) - black) * scale
    const blue = ((ybr[at + 1] ?? 0) - 128) * colors
    const red = ((ybr[at + 2] ?? 0) - 128) * colors
    rgb[at] = light + 1.402 * red
    rgb[at + 1] = light - 0.344136 * blue - 0.714136 * red
    rgb[at + 2] = light + 1.772 * blue
  }
  return new Uint8Array(rgb.buffer)
}

function paint(values: Samples, palette: NonNullable<ImageHeader['palette']>): Uint8Array {
  const rgb = new Uint8Array(values.length * 3)
  palette.forEach(({ first, entries }, channel) => {
    const last = entries.length - 1
    for (let pixel = 0; pixel < values.length; pixel++) {
      const index = Math.min(Math.max((values[pixel] ?? 0) - first, 0), last)
      rgb[pixel * 3 + channel] = entries[index] ?? 0
    }
  })
  return rgb
}

/** Reduces colors of more bits to 8. */
function toBytes(values: Samples, stored: number): Uint8Array {
  if (stored === 8 && values instanceof Uint8Array) return values
  const bytes = new Uint8Array(values.length)
  const shift = Math.max(0, stored - 8)
  for (let index = 0; index < bytes.length; index++) bytes[index] = (values[index] ?? 0) >> shift
  return bytes
}

function readColors({ bytes, bitsPerSample, isPlanar, isRgb }: RawFrame, header: ImageHeader): Uint8Array {
  const values = toBytes(asNumbers(bytes, bitsPerSample), bitsPerSample === 8 ? 8 : header.stored)
  const colors = isPlanar ? interleave(values, header.rows * header.columns) : values
  const isYbr = header.photometric.startsWith('YBR') && !/^YBR_(RCT|ICT)$/.test(header.photometric)
  return isYbr && !isRgb ? toRgb(colors, header.photometric.startsWith('YBR_PARTIAL')) : colors
}

/** Decodes one frame, counted from 1. Throws Refused. */
export async function decodeFrame(data: DataSet, header: ImageHeader, number: number): Promise<Frame> {
  const { rows, columns, samples, allocated, stored, high, palette } = header
  if (number < 1 || number > header.frames) throw new Refused({ code: 'empty' })
  const raw = await readRaw(data, header, number - 1)
  const expected = rows * columns * samples * (allocated === 32 ? 4 : raw.bitsPerSample / 8)
  if (raw.bytes.length < expected) return missing()
  const frame = { ...raw, bytes: raw.bytes.subarray(0, expected) }
  if (samples === 3) return { rows, columns, channels: 3, values: readColors(frame, header) }
  const isNative = nativeSyntaxes.includes(header.transferSyntax)
  const numbers = asNumbers(frame.bytes, allocated === 32 ? 32 : raw.bitsPerSample)
  const values = allocated === 1 ? numbers : readStored(numbers, isNative ? high + 1 - stored : 0, header)
  if (palette) return { rows, columns, channels: 3, values: paint(values, palette) }
  return { rows, columns, channels: 1, values }
}
