import { decimals, type Image, type Size } from './image.ts'
import { noiseAt, noiseTile } from './random.ts'

/** Milliseconds between frames. */
const FRAME_TIME = 66
/** Half the angle of the sector, radians. */
const HALF_ANGLE = 0.62

interface Texture {
  speckle: Float32Array
  tissue: Float32Array
}

interface Sector {
  centreX: number
  /** Of the transducer's circle, above the picture. */
  centreY: number
  near: number
  far: number
}

/** A colour cine of a round, breathing, fluid-filled organ in speckled tissue, seen in a sector; `size.images` frames. */
export function paintCine(seed: number, size: Size): Image {
  const texture = { speckle: noiseTile(seed, 1), tissue: noiseTile(seed + 1, 12) }
  const frames = Array.from({ length: size.images }, (_, frame) => paintFrame(texture, frame / size.images, size))
  const pixels = new Uint8Array(frames.length * size.rows * size.columns * 3)
  frames.forEach((frame, index) => {
    pixels.set(frame, index * frame.length)
  })
  return {
    attributes: {
      SamplesPerPixel: 3,
      PhotometricInterpretation: 'RGB',
      PlanarConfiguration: 0,
      Rows: size.rows,
      Columns: size.columns,
      BitsAllocated: 8,
      BitsStored: 8,
      HighBit: 7,
      PixelRepresentation: 0,
      NumberOfFrames: String(size.images),
      FrameIncrementPointer: 0x00181063,
      FrameTime: String(FRAME_TIME),
      CineRate: String(Math.round(1000 / FRAME_TIME)),
      InstanceNumber: '1',
      PixelSpacing: decimals([160 / size.rows, 160 / size.rows]),
      PatientOrientation: [],
    },
    pixels,
  }
}

function paintFrame({ speckle, tissue }: Texture, phase: number, size: Size): Uint8Array {
  const sector = { centreX: size.columns / 2, centreY: -size.rows * 0.12, near: size.rows * 0.17, far: size.rows * 1.06 }
  const pixels = new Uint8Array(size.rows * size.columns * 3)
  for (let row = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++) {
      const [angle, depth] = toPolar(sector, row, column)
      if (Math.abs(angle) > HALF_ANGLE || depth < 0 || depth > 1) continue
      const [ray, along] = [Math.floor((angle + HALF_ANGLE) * 130), Math.floor(depth * 420)]
      const texture = 1 + 0.34 * noiseAt(speckle, along, ray, 0) + 0.22 * noiseAt(tissue, along, ray, 0)
      const echo = echoAt(angle, depth, phase)
      const grey = Math.max(0, Math.min(255, echo.level * texture * (1 - depth * 0.45)))
      const at = (row * size.columns + column) * 3
      pixels[at] = Math.min(255, grey + Math.max(0, echo.flow) * 150)
      pixels[at + 1] = grey
      pixels[at + 2] = Math.min(255, grey + Math.max(0, -echo.flow) * 150)
    }
  }
  drawScale(pixels, size)
  return pixels
}

function toPolar({ centreX, centreY, near, far }: Sector, row: number, column: number): [number, number] {
  const [dx, dy] = [column - centreX, row - centreY]
  return [Math.atan2(dx, dy), (Math.hypot(dx, dy) - near) / (far - near)]
}

/** Returns the echo of the tissue at a place (0 to 255), and the speed of its blood (-1 to 1). */
function echoAt(angle: number, depth: number, phase: number): { level: number; flow: number } {
  const beat = Math.sin(phase * 2 * Math.PI)
  const x = angle * (depth + 0.3) * 1.15
  const y = depth - 0.025 * beat
  const organ = Math.hypot((x + 0.08) / (0.2 + 0.02 * beat), (y - 0.42) / (0.15 + 0.012 * beat))
  const vessel = Math.hypot((x - 0.3) / 0.055, (y - 0.55) / (0.045 + 0.008 * beat))
  const stone = Math.hypot((x + 0.13) / 0.026, (y - 0.535) / 0.018)
  if (stone < 1) return { level: 250, flow: 0 }
  if (Math.abs(x + 0.13) < 0.024 && y > 0.55) return { level: 16, flow: 0 }
  if (vessel < 1) return { level: 14, flow: (1 - vessel * 0.6) * (0.45 + 0.55 * beat) }
  if (organ < 1) return { level: 8, flow: 0 }
  if (organ < 1.13) return { level: 205, flow: 0 }
  const behind = Math.abs(x + 0.08) < 0.13 && y > 0.58 ? 1.35 : 1
  if (Math.abs(depth - 0.9 - 0.04 * Math.cos(angle * 4)) < 0.02) return { level: 235, flow: 0 }
  if (depth < 0.1) return { level: 150 + 60 * Math.sin(depth * 190), flow: 0 }
  return { level: 92 * behind, flow: 0 }
}

/** A bar of greys at the right edge. */
function drawScale(pixels: Uint8Array, { rows, columns }: Size): void {
  const [top, height] = [Math.round(rows * 0.08), Math.round(rows * 0.35)]
  for (let row = 0; row < height; row++) {
    const grey = 255 - Math.round((row / height) * 255)
    for (let column = columns - 12; column < columns - 5; column++) {
      pixels.fill(grey, ((top + row) * columns + column) * 3, ((top + row) * columns + column) * 3 + 3)
    }
  }
}
