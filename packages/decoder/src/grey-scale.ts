import type { DataSet } from 'dicom-parser'
import { readBytes, readDecimals, readItems, readShorts } from './data-set.ts'
import type { Frame, Samples } from './frame.ts'
import type { ImageHeader } from './image-header.ts'

type Table = { first: number; entries: Uint16Array; max: number }
type Window = { center: number; width: number; shape: string }

/** From stored values to what a screen shows (DICOM PS3.3 sections C.11.1 and C.11.2). */
export type GreyScale = {
  slope: number
  intercept: number
  modality: Table | null
  /** The file's first window; null if it has none. */
  window: Window | null
  voi: Table | null
}

/** Returns the data sets that describe a frame, the closest first: its own functional groups, those of all frames, the image's. */
function placesOf(data: DataSet, frame: number, group: string): DataSet[] {
  const own = readItems(data, 'x52009230')[frame - 1]
  const shared = readItems(data, 'x52009229')[0]
  return [own, shared].flatMap((place) => (place ? readItems(place, group) : [])).concat(data)
}

function firstNumber(places: DataSet[], tag: string): number | null {
  const found = places.map((place) => readDecimals(place, tag)[0]).find((value) => value !== undefined)
  return found !== undefined && Number.isFinite(found) ? found : null
}

/** Reads a lookup table (PS3.3 section C.11.1.1). Null if there is none, or not all of it. */
function readTable(data: DataSet, sequence: string, { isBigEndian, isSigned }: ImageHeader): Table | null {
  const [item] = readItems(data, sequence)
  if (!item) return null
  const [count = 0, first = 0, bits = 0] = readShorts(readBytes(item, 'x00283002'), isBigEndian)
  const length = count === 0 ? 65_536 : count
  const bytes = readBytes(item, 'x00283006')
  const isPacked = bits === 8 && bytes.length < length * 2
  const entries = isPacked ? Uint16Array.from(bytes.subarray(0, length)) : readShorts(bytes.subarray(0, length * 2), isBigEndian)
  if (bits < 8 || bits > 16 || entries.length < length) return null
  return { first: isSigned && first > 32_767 ? first - 65_536 : first, entries, max: 2 ** bits - 1 }
}

function readWindow(places: DataSet[]): Window | null {
  const [center, width] = [firstNumber(places, 'x00281050'), firstNumber(places, 'x00281051')]
  const shape = places.map((place) => place.string('x00281056')).find((text) => text !== undefined)
  return center === null || width === null || width <= 0 ? null : { center, width, shape: (shape ?? '').trim() }
}

/** Reads how the greys of a frame, counted from 1, are shown. */
export function readGreyScale(data: DataSet, header: ImageHeader, frame: number): GreyScale {
  const modality = placesOf(data, frame, 'x00289145')
  return {
    slope: firstNumber(modality, 'x00281053') ?? 1,
    intercept: firstNumber(modality, 'x00281052') ?? 0,
    modality: readTable(data, 'x00283000', header),
    window: readWindow(placesOf(data, frame, 'x00289132')),
    voi: readTable(data, 'x00283010', header),
  }
}

const look = ({ first, entries }: Table, value: number): number =>
  entries[Math.min(Math.max(Math.round(value) - first, 0), entries.length - 1)] ?? 0

/** Window functions (PS3.3 section C.11.2.1.3): from a value to 0 (black) to 1 (white). */
const shapes: Partial<Record<string, (value: number, window: Window) => number>> = {
  LINEAR_EXACT: (value, { center, width }) => (value - center) / width + 0.5,
  SIGMOID: (value, { center, width }) => 1 / (1 + Math.exp((-4 * (value - center)) / width)),
}

function linear(value: number, { center, width }: Window): number {
  if (width <= 1) return value < center ? 0 : 1
  return (value - (center - 0.5)) / (width - 1) + 0.5
}

/** The lowest and the highest value. */
export function rangeOf(values: Samples): [number, number] {
  let [low, high] = [values[0] ?? 0, values[0] ?? 0]
  for (let index = 1; index < values.length; index++) {
    const value = values[index] ?? 0
    if (value < low) low = value
    else if (value > high) high = value
  }
  return [low, high]
}

/** Returns the function from stored values to 0 (black) to 1 (white). Without a window in the file, the frame's own range is shown. */
function brightness(scale: GreyScale, [low, high]: [number, number]): (stored: number) => number {
  const { slope, intercept, modality, window, voi } = scale
  const modal = (stored: number) => (modality ? look(modality, stored) : stored * slope + intercept)
  if (window) {
    const shape = shapes[window.shape] ?? linear
    return (stored) => shape(modal(stored), window)
  }
  if (voi) return (stored) => look(voi, modal(stored)) / voi.max
  const [from, to] = [modal(low), modal(high)].sort((a, b) => a - b)
  const [black = 0, white = 0] = [from, to]
  return (stored) => (white === black ? 0 : (modal(stored) - black) / (white - black))
}

/** Returns the greys of a frame as a screen shows them: 0 is black, 255 white. */
export function toGreys({ values }: Frame, scale: GreyScale, photometric: string): Uint8Array {
  const [low, high] = rangeOf(values)
  const shown = brightness(scale, [low, high])
  const isInverse = photometric === 'MONOCHROME1'
  const grey = (stored: number) => {
    const part = Math.min(Math.max(shown(stored), 0), 1)
    return Math.round((isInverse ? 1 - part : part) * 255)
  }
  const greys = new Uint8Array(values.length)
  // Values of up to 16 bits are worked out once each.
  const table = high - low < 65_536 ? Uint8Array.from({ length: high - low + 1 }, (_, index) => grey(low + index)) : null
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0
    greys[index] = table ? (table[value - low] ?? 0) : grey(value)
  }
  return greys
}
