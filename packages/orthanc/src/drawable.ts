import type { ImageHeader, Palette } from './answers.ts'
import { type Fragment, isRleHeader, readFrameHeader } from './compressed-header.ts'

/** The largest mammograms and stitched radiographs are a third of this. */
const maxFrameBytes = 200_000_000
const maxFrames = 10_000
/** Of all frames: the decoder unpacks the whole of an image to draw one frame of it. The longest tomosyntheses are half of this. */
const maxImageBytes = 2_000_000_000

/** An image as the archive stores it: what its header says, and what there is. */
export type StoredImage = ImageHeader & {
  transferSyntax: string | null
  /** At most so many bytes of pixels are in the file; null if it has none. */
  pixelBytes: number | null
  /** Bytes of the palettes in the file: red, green and blue. */
  paletteBytes: readonly number[]
  /** The first frame of compressed pixels; null if there is none. */
  fragment: Fragment | null
}

/** The reason why an image must not be decoded: `why` is the second half of a sentence that begins with "because". */
export type Refusal = { kind: 'too-large' } | { kind: 'invalid'; why: string }

const tooLarge: Refusal = { kind: 'too-large' }
const invalid = (why: string): Refusal => ({ kind: 'invalid', why })

/** Explicit and implicit little endian, and explicit big endian (PS3.5 section 10). */
const nativeSyntaxes = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2']

const rle = '1.2.840.10008.1.2.5'

/** RLE, JPEG (baseline, extended, lossless), JPEG-LS and JPEG 2000. */
const compressedSyntaxes = [
  rle,
  '1.2.840.10008.1.2.4.50',
  '1.2.840.10008.1.2.4.51',
  '1.2.840.10008.1.2.4.57',
  '1.2.840.10008.1.2.4.70',
  '1.2.840.10008.1.2.4.80',
  '1.2.840.10008.1.2.4.81',
  '1.2.840.10008.1.2.4.90',
  '1.2.840.10008.1.2.4.91',
]

export const isCompressed = (transferSyntax: string | null): boolean =>
  transferSyntax !== null && compressedSyntaxes.includes(transferSyntax)

/** The values that a photometric interpretation allows (PS3.3 section C.7.6.3.1.2). */
type Interpretation = { samples: number; allocated: readonly number[] }

const grey: Interpretation = { samples: 1, allocated: [1, 8, 16, 32] }
const color: Interpretation = { samples: 3, allocated: [8, 16] }

const interpretations: Partial<Record<string, Interpretation>> = {
  MONOCHROME1: grey,
  MONOCHROME2: grey,
  'PALETTE COLOR': { samples: 1, allocated: [8] },
  RGB: color,
  YBR_FULL: color,
  YBR_FULL_422: color,
  YBR_PARTIAL_420: color,
  YBR_PARTIAL_422: color,
  YBR_RCT: color,
  YBR_ICT: color,
}

function sizeRefusal({ rows, columns, samples, allocated, frames }: StoredImage): Refusal | null {
  if (rows == null || columns == null || samples === null || allocated === null || frames === null) return tooLarge
  const frameBytes = rows * columns * (samples ?? 1) * Math.ceil((allocated ?? 16) / 8)
  if (frameBytes > maxFrameBytes || frames > maxFrames || frameBytes * frames > maxImageBytes) return tooLarge
  return rows === 0 || columns === 0 || frames === 0 ? invalid('it says that it has no pixels') : null
}

function sampleRefusal({
  photometric,
  samples,
  allocated,
  stored,
  high,
  representation,
  planar,
  columns,
}: StoredImage): Refusal | null {
  const expected = photometric === undefined ? undefined : interpretations[photometric]
  if (!expected) return invalid('its color space is not known')
  if (samples !== expected.samples) return invalid('its samples per pixel do not fit its color space')
  if (allocated == null || !expected.allocated.includes(allocated))
    return invalid('its bits allocated do not fit its color space')
  if (allocated === 1 && (columns ?? 0) % 8 > 0) return invalid('its rows of single bits do not fill whole bytes')
  if (stored === null || (stored !== undefined && (stored < 1 || stored > allocated)))
    return invalid('its bits stored are impossible')
  if (high !== (stored === undefined ? undefined : stored - 1)) return invalid('its high bit does not fit its bits stored')
  if (representation === null || (representation !== undefined && representation > 1)) {
    return invalid('its pixel representation is impossible')
  }
  if (planar === null || (planar !== undefined && planar > 1)) return invalid('its planar configuration is impossible')
  return null
}

/** Returns true for a palette that has a color for each value of a pixel (PS3.3 section C.7.6.3.1.5). */
function isWhole(palette: Palette, bytes: number): boolean {
  const [entries, first, bits] = palette ?? []
  return palette?.length === 3 && entries === 256 && first === 0 && (bits === 8 || bits === 16) && bytes >= (256 * bits) / 8
}

function paletteRefusal({ photometric, palettes, paletteBytes }: StoredImage): Refusal | null {
  if (photometric !== 'PALETTE COLOR') return null
  const areWhole = palettes.every((palette, index) => isWhole(palette, paletteBytes[index] ?? 0))
  return areWhole ? null : invalid('its color palette is not complete')
}

/** Returns the bits that a pixel takes in a file without compression. Subsampled colors take two bytes (PS3.3 section C.7.6.3.1.2). */
function bitsPerPixel({ photometric, samples, allocated }: StoredImage): number {
  return (photometric?.endsWith('_422') ? 2 : (samples ?? 1)) * (allocated ?? 16)
}

function nativeRefusal(image: StoredImage): Refusal | null {
  const { pixelBytes, rows, columns, frames } = image
  const claimed = Math.ceil(((rows ?? 0) * (columns ?? 0) * (frames ?? 1) * bitsPerPixel(image)) / 8)
  return claimed > (pixelBytes ?? 0) ? invalid('it has fewer pixels than its header says') : null
}

function compressedRefusal({ transferSyntax, fragment, rows, columns, samples, allocated }: StoredImage): Refusal | null {
  const differs = invalid('its compressed pixels do not fit its header')
  if (fragment === null || !allocated || !samples) return differs
  if (transferSyntax === rle) return isRleHeader(fragment.bytes, fragment.length, (samples * allocated) / 8) ? null : differs
  const frame = readFrameHeader(fragment.bytes)
  const fits = frame?.rows === rows && frame?.columns === columns && frame?.samples === samples && frame.bits <= allocated
  return fits ? null : differs
}

function pixelRefusal(image: StoredImage): Refusal | null {
  const { transferSyntax, pixelBytes } = image
  const isNative = transferSyntax !== null && nativeSyntaxes.includes(transferSyntax)
  if (!isNative && !isCompressed(transferSyntax)) return invalid('its compression is not known')
  if (pixelBytes === null) return invalid('its pixels are missing')
  return isNative ? nativeRefusal(image) : compressedRefusal(image)
}

/** Returns true for what holds pixels, or says that it does: reports and documents do not. */
export function isImage({ rows, columns, pixelBytes }: StoredImage): boolean {
  return rows !== undefined || columns !== undefined || pixelBytes !== null
}

/**
 * Returns why an image must not be given to a decoder, or null. Allows what is listed here and nothing else: the archive's decoders end the
 * archive on headers that contradict themselves, also in files of 1 kB.
 */
export function refusalOf(image: StoredImage): Refusal | null {
  return sizeRefusal(image) ?? sampleRefusal(image) ?? paletteRefusal(image) ?? pixelRefusal(image)
}
