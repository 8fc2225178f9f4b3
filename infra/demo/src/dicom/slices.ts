import { type Attributes, axialPlane, greyPixels, type Image, type Size, toTwelveBits } from './image.ts'
import { paintPlane, type Shape } from './paint.ts'
import { noiseAt, noiseTile } from './random.ts'

/** An axial stack through a phantom. */
export interface Stack<Tissue extends string> {
  shapes: readonly Shape<Tissue>[]
  values: Readonly<Record<Tissue, number>>
  outside: number
  /** Added to every value before it is stored. */
  offset: number
  /** Standard deviation of the grain, in the unit of the values; `shading` deepens it with the value (MR) if true. */
  noise: number
  shading: boolean
  /** Height of the first and the last slice, and the width of the image; millimetres in the phantom. */
  from: number
  to: number
  width: number
  /** Size of the patient beside the phantom's. */
  scale: number
  seed: number
  window: { centre: number; width: number }[]
}

/** Slices from the feet upwards, painted as they are asked for. */
export function* paintStack<Tissue extends string>(stack: Stack<Tissue>, size: Size): Generator<Image> {
  const [fine, coarse] = [noiseTile(stack.seed, 1), noiseTile(stack.seed + 1, 7)]
  const spacing = stack.width / size.columns
  const step = size.images > 1 ? (stack.to - stack.from) / (size.images - 1) : 0
  for (let index = 0; index < size.images; index++) {
    const z = stack.from + index * step
    const plane = { z, rows: size.rows, columns: size.columns, spacingX: spacing, spacingY: spacing }
    const values = paintPlane(stack.shapes, stack.values, stack.outside, plane)
    for (let pixel = 0; pixel < values.length; pixel++) {
      const [row, column] = [Math.floor(pixel / size.columns), pixel % size.columns]
      const value = values[pixel] ?? 0
      const grain = noiseAt(fine, row, column, index) * 0.85 + noiseAt(coarse, row, column, index) * 0.5
      values[pixel] = value + stack.offset + grain * stack.noise * (stack.shading ? 0.3 + value / 900 : 1)
    }
    const place = { z: z * stack.scale, thickness: (step || 5) * stack.scale, number: index + 1 }
    yield {
      attributes: { ...greyPixels(size), ...axialPlane(size, spacing * stack.scale, place), ...windows(stack.window) },
      pixels: toTwelveBits(values),
    }
  }
}

/** The VOI LUT module (PS3.3 section C.11.2). */
export function windows(choices: readonly { centre: number; width: number }[]): Attributes {
  return {
    WindowCenter: choices.map(({ centre }) => String(centre)),
    WindowWidth: choices.map(({ width }) => String(width)),
  }
}
