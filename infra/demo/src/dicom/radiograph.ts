import { type ChestFinding, chestCt, chestShapes } from './chest.ts'
import { decimals, greyPixels, type Image, type Size, toTwelveBits } from './image.ts'
import { paintPlane } from './paint.ts'
import { noiseAt, noiseTile } from './random.ts'
import { windows } from './slices.ts'

export type RadiographView = 'pa' | 'lateral'

interface Radiograph {
  view: RadiographView
  finding: ChestFinding
  seed: number
  /** Size of the patient beside the phantom's. */
  scale: number
}

/** Height and width of the picture in the phantom, millimetres. */
const TOP = 185
const HEIGHT = 380
const WIDTH = 370
const exposures = { pa: { middle: 14.5, spread: 4.6 }, lateral: { middle: 23, spread: 6 } }
/** Millimetres between samples along the rays. */
const DEPTH_STEP = 5

/** A chest radiograph: the phantom's attenuation summed along parallel rays. Painted at half the resolution and smoothed up. */
export function paintRadiograph(radiograph: Radiograph, size: Size): Image {
  const { view, seed, scale } = radiograph
  const small = { rows: Math.ceil(size.rows / 2) + 1, columns: Math.ceil(size.columns / 2) + 1 }
  const paths = sumRays(radiograph, small)
  const grain = noiseTile(seed, 1)
  const pixels = new Float32Array(size.rows * size.columns)
  for (let row = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++) {
      const path = between(paths, small.columns, row / 2, column / 2)
      pixels[row * size.columns + column] = brightness(path, exposures[view]) + noiseAt(grain, row, column, 0) * 14
    }
  }
  if (view === 'pa') drawMarker(pixels, size)
  const spacing = decimals([(HEIGHT / size.rows) * scale, (WIDTH / size.columns) * scale])
  return {
    attributes: {
      ...greyPixels(size),
      InstanceNumber: '1',
      ImagerPixelSpacing: spacing,
      PixelSpacing: spacing,
      PatientOrientation: view === 'pa' ? ['L', 'F'] : ['P', 'F'],
      ...windows([{ centre: 1900, width: 3600 }]),
    },
    pixels: toTwelveBits(pixels),
  }
}

/** Centimetres of water that each ray passes through. */
function sumRays({ view, finding, seed }: Radiograph, size: { rows: number; columns: number }): Float32Array {
  const shapes = chestShapes(finding, seed)
  const paths = new Float32Array(size.rows * size.columns)
  const fine = WIDTH / size.columns
  const depth = Math.ceil((view === 'pa' ? 250 : 370) / DEPTH_STEP)
  for (let row = 0; row < size.rows; row++) {
    const z = TOP - (row / size.rows) * HEIGHT
    // Samples that lay one behind the other in every row would show as rings.
    const shift = (((row * 0.618) % 1) - 0.5) * DEPTH_STEP
    const plane =
      view === 'pa'
        ? { z, y: shift, columns: size.columns, rows: depth, spacingX: fine, spacingY: DEPTH_STEP }
        : { z, x: shift, columns: depth, rows: size.columns, spacingX: DEPTH_STEP, spacingY: fine }
    const densities = paintPlane(shapes, chestCt, -1000, plane)
    for (let index = 0; index < densities.length; index++) {
      const column = view === 'pa' ? index % plane.columns : Math.floor(index / plane.columns)
      const at = row * size.columns + column
      paths[at] = (paths[at] ?? 0) + (((densities[index] ?? 0) + 1000) / 1000) * (DEPTH_STEP / 10)
    }
  }
  return paths
}

function between(values: Float32Array, columns: number, row: number, column: number): number {
  const [top, left] = [Math.floor(row), Math.floor(column)]
  const [down, right] = [row - top, column - left]
  const at = (r: number, c: number) => values[r * columns + c] ?? 0
  const upper = at(top, left) * (1 - right) + at(top, left + 1) * right
  const lower = at(top + 1, left) * (1 - right) + at(top + 1, left + 1) * right
  return upper * (1 - down) + lower * down
}

/** The film's curve: little change in air and behind the spine, most of it about `middle` centimetres of water. */
function brightness(path: number, { middle, spread }: { middle: number; spread: number }): number {
  return 4000 / (1 + Math.exp((middle - path) / spread)) - 120
}

/** The side marker, a lead letter L at the patient's left shoulder. */
function drawMarker(pixels: Float32Array, { rows, columns }: Size): void {
  const unit = Math.round(columns / 110)
  const [top, left] = [Math.round(rows * 0.06), Math.round(columns * 0.9)]
  for (let row = 0; row < unit * 6; row++) {
    for (let column = 0; column < unit * 4; column++) {
      if (column < unit || row >= unit * 5) pixels[(top + row) * columns + left + column] = 4000
    }
  }
}
