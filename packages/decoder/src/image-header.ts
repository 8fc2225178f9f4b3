import type { DataSet } from 'dicom-parser'
import { readBytes, readNumber, readShorts } from './data-set.ts'
import { Refused, refuse } from './refused.ts'
import { unpackSegments } from './segmented-table.ts'

/** The largest mammograms and stitched radiographs are a third of this. */
const maxFrameBytes = 200_000_000

/** A color table. `first` is the pixel value of its first entry; `entries` are 8 bits each. */
export type ColorTable = { first: number; entries: Uint8Array }

/** An image's description of its pixels (DICOM PS3.3 section C.7.6.3). */
export type ImageHeader = {
  transferSyntax: string
  isBigEndian: boolean
  rows: number
  columns: number
  frames: number
  samples: number
  photometric: string
  /** Colors lie one after the other as whole planes. */
  isPlanar: boolean
  allocated: number
  stored: number
  high: number
  isSigned: boolean
  /** Red, green and blue; null if the image has no palette. */
  palette: [ColorTable, ColorTable, ColorTable] | null
}

const BIG_ENDIAN = '1.2.840.10008.1.2.2'

const colorSpaces: Partial<Record<string, number>> = {
  MONOCHROME1: 1,
  MONOCHROME2: 1,
  'PALETTE COLOR': 1,
  RGB: 3,
  YBR_FULL: 3,
  YBR_FULL_422: 3,
  YBR_PARTIAL_420: 3,
  YBR_PARTIAL_422: 3,
  YBR_RCT: 3,
  YBR_ICT: 3,
}

/**
 * Reads a color table (PS3.3 sections C.7.6.3.1.5 and C.7.6.3.1.6), or a segmented one (section C.7.9.2) if there is no whole one. Some writers store
 * 8 bits of each entry in 16.
 */
function readColorTable(data: DataSet, color: 1 | 2 | 3, isBigEndian: boolean): ColorTable {
  const [count = 0, first = 0, bits = 0] = readShorts(readBytes(data, `x0028110${color}`), isBigEndian)
  const length = count === 0 ? 65_536 : count
  const bytes = readBytes(data, `x0028120${color}`)
  if (bits !== 8 && bits !== 16) return refuse('its color palette is not complete')
  const segments = readBytes(data, `x0028122${color}`)
  if (bytes.length === 0 && segments.length > 0) {
    const entries = unpackSegments(bits === 8 ? segments : readShorts(segments, isBigEndian), length)
    return { first, entries: Uint8Array.from(entries, (value) => (bits === 8 ? value : value >> 8)) }
  }
  if (bits === 8 && bytes.length < length * 2) {
    if (bytes.length < length) return refuse('its color palette is not complete')
    return { first, entries: bytes.slice(0, length) }
  }
  if (bytes.length < length * 2) return refuse('its color palette is not complete')
  const shorts = readShorts(bytes.subarray(0, length * 2), isBigEndian)
  const isShort = bits === 8 || shorts.every((value) => value < 256)
  return { first, entries: Uint8Array.from(shorts, (value) => (isShort ? value : value >> 8)) }
}

function readPalette(data: DataSet, isBigEndian: boolean): ImageHeader['palette'] {
  const read = (color: 1 | 2 | 3) => readColorTable(data, color, isBigEndian)
  return [read(1), read(2), read(3)]
}

function readFrames(data: DataSet): number {
  const text = data.string('x00280008')
  if (text === undefined || text.trim() === '') return 1
  const frames = Number(text)
  return Number.isInteger(frames) && frames > 0 ? frames : refuse('its number of frames is impossible')
}

function checkBits({ allocated, stored, high, samples }: Pick<ImageHeader, 'allocated' | 'stored' | 'high' | 'samples'>): void {
  if (samples === 1 ? ![1, 8, 16, 32].includes(allocated) : ![8, 16].includes(allocated)) {
    refuse('its bits allocated do not fit its color space')
  }
  if (stored < 1 || stored > allocated) refuse('its bits stored are impossible')
  if (high < stored - 1 || high >= allocated) refuse('its high bit does not fit its bits stored')
}

function checkSize(rows: number, columns: number, bytesPerPixel: number): void {
  if (rows === 0 || columns === 0) refuse('it says that it has no pixels')
  if (rows * columns * bytesPerPixel > maxFrameBytes) throw new Refused({ code: 'too-large' })
}

/** Reads what an image says of its pixels. Throws Refused if that is impossible, too large, or nothing. */
export function readImageHeader(data: DataSet): ImageHeader {
  const transferSyntax = data.string('x00020010') ?? ''
  const isBigEndian = transferSyntax === BIG_ENDIAN
  const [rows, columns] = [readNumber(data, 'x00280010'), readNumber(data, 'x00280011')]
  const hasPixels = data.elements.x7fe00010 !== undefined
  if (!hasPixels && rows === null && columns === null) throw new Refused({ code: 'empty' })
  const photometric = (data.string('x00280004') ?? '').trim()
  const samples = readNumber(data, 'x00280002') ?? 1
  const allocated = readNumber(data, 'x00280100') ?? 16
  const bytesPerPixel = Math.max(samples, 1) * Math.ceil(allocated / 8)
  checkSize(rows ?? 0, columns ?? 0, bytesPerPixel)
  if (!hasPixels) refuse('its pixels are missing')
  const expected = colorSpaces[photometric]
  if (expected === undefined) refuse('its color space is not known')
  if (samples !== expected) refuse('its samples per pixel do not fit its color space')
  const stored = readNumber(data, 'x00280101') ?? allocated
  const high = readNumber(data, 'x00280102') ?? stored - 1
  checkBits({ allocated, stored, high, samples })
  return {
    transferSyntax,
    isBigEndian,
    rows: rows ?? 0,
    columns: columns ?? 0,
    frames: readFrames(data),
    samples,
    photometric,
    isPlanar: readNumber(data, 'x00280006') === 1,
    allocated,
    stored,
    high,
    isSigned: readNumber(data, 'x00280103') === 1,
    palette: photometric === 'PALETTE COLOR' ? readPalette(data, isBigEndian) : null,
  }
}
