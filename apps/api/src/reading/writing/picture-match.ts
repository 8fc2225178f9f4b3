import type { ImageCorners } from '@readroom/contracts/reading/key-images'
import type { PicturePixels } from '../../core/pictures.ts'
import type { FrameValues } from './archived-frame.ts'

/** Samples and blocks on each side of the picture. So few take some 20 ms, in which nobody else is served. */
const samplesOnSide = 128
const blocksOnSide = 32
/** Samples of about the same value, whose brightness in the picture is averaged. Rare values need fewer, if they are apart by this part of all values. */
const samplesPerLevel = 48
const fewestPerLevel = 6
const apart = 1 / 128
/** A color, such as of an annotation: the difference of its brightest and darkest component. */
const colored = 24
/** With more colored samples than this, the picture itself has colors. */
const mostAnnotated = 0.25
/** Blocks that differ from the background by more than this count. */
const visible = 12
/** Share of the visible blocks that may differ: outlines of annotations and text. */
const mostOutliers = 0.05
/** The difference that may remain: a part of the picture's contrast, or levels of 255. OHIF's pictures of real studies stay below 2.1 levels. */
const mostDifference = 0.08
const alwaysAllowed = 4

const luma = (red: number, green: number, blue: number) => 0.299 * red + 0.587 * green + 0.114 * blue

/** `value` is NaN for a sample beside the image. */
type Sample = { brightness: number; value: number; isColored: boolean; block: number }

/** Returns a value between the pixels. `x` and `y` count from the upper left corner of the first pixel. NaN beside the image. */
function valueAt(frame: FrameValues, read: (column: number, row: number) => number, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= frame.columns || y >= frame.rows) return Number.NaN
  const [fromLeft, fromTop] = [Math.max(0, x - 0.5), Math.max(0, y - 0.5)]
  const [left, top] = [Math.floor(fromLeft), Math.floor(fromTop)]
  const [right, below] = [Math.min(left + 1, frame.columns - 1), Math.min(top + 1, frame.rows - 1)]
  const [partX, partY] = [fromLeft - left, fromTop - top]
  const upper = read(left, top) * (1 - partX) + read(right, top) * partX
  const lower = read(left, below) * (1 - partX) + read(right, below) * partX
  return upper * (1 - partY) + lower * partY
}

/** Returns the function from a place in the picture to one in the image. Null if the corners are on one line. */
function toImage([x0, y0, x1, y1, x2, y2]: ImageCorners, { columns, rows }: FrameValues) {
  const [ax, ay, bx, by] = [x1 - x0, y1 - y0, x2 - x0, y2 - y0]
  const area = ax * by - ay * bx
  if (Math.abs(area) < 1e-9) return null
  return (x: number, y: number) => {
    const [dx, dy] = [x - x0, y - y0]
    return [((dx * by - dy * bx) / area) * columns, ((ax * dy - ay * dx) / area) * rows] as const
  }
}

function takeSamples(
  { width, height, rgb }: PicturePixels,
  frame: FrameValues,
  read: (column: number, row: number) => number,
  corners: ImageCorners,
): Sample[] | null {
  const placeIn = toImage(corners, frame)
  if (!placeIn) return null
  const [across, down] = [Math.min(width, samplesOnSide), Math.min(height, samplesOnSide)]
  return Array.from({ length: across * down }, (_, index) => {
    const [step, line] = [index % across, Math.floor(index / across)]
    const [column, row] = [Math.floor(((step + 0.5) * width) / across), Math.floor(((line + 0.5) * height) / down)]
    const at = (row * width + column) * 3
    const [red, green, blue] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0]
    const [x, y] = placeIn((column + 0.5) / width, (row + 0.5) / height)
    return {
      brightness: luma(red, green, blue),
      value: valueAt(frame, read, x, y),
      isColored: Math.max(red, green, blue) - Math.min(red, green, blue) > colored,
      block: Math.floor((line * blocksOnSide) / down) * blocksOnSide + Math.floor((step * blocksOnSide) / across),
    }
  })
}

const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

/** Groups samples of about the same value. Equal values are always in one group, and the samples beside the image in another. */
function byValue(samples: readonly Sample[]): Sample[][] {
  const beside = samples.filter(({ value }) => Number.isNaN(value))
  const sorted = samples.filter(({ value }) => !Number.isNaN(value)).sort((one, other) => one.value - other.value)
  const far = ((sorted.at(-1)?.value ?? 0) - (sorted[0]?.value ?? 0)) * apart
  const groups: Sample[][] = []
  let group: Sample[] = []
  for (const sample of sorted) {
    const needed = sample.value - (group[0]?.value ?? 0) > far ? fewestPerLevel : samplesPerLevel
    if (group.length >= needed && group.at(-1)?.value !== sample.value) {
      groups.push(group)
      group = []
    }
    group.push(sample)
  }
  return [...groups, group, beside].filter(({ length }) => length > 0)
}

type Block = { shown: number; expected: number }

/** Returns the mean brightness of each block in the picture, and the one that follows from the image. Blocks with an annotation are left out. */
function blocksOf(samples: readonly Sample[]): Block[] {
  const isColorful = samples.filter(({ isColored }) => isColored).length > mostAnnotated * samples.length
  const isAnnotated = ({ isColored }: Sample) => isColored && !isColorful
  const left = new Set(samples.filter(isAnnotated).map(({ block }) => block))
  const sums = new Map<number, { shown: number; expected: number; count: number }>()
  for (const group of byValue(samples.filter(({ block }) => !left.has(block)))) {
    const expected = meanOf(group.map(({ brightness }) => brightness))
    for (const { block, brightness } of group) {
      const sum = sums.get(block) ?? { shown: 0, expected: 0, count: 0 }
      sums.set(block, { shown: sum.shown + brightness, expected: sum.expected + expected, count: sum.count + 1 })
    }
  }
  return [...sums.values()].map(({ shown, expected, count }) => ({ shown: shown / count, expected: expected / count }))
}

/** Returns the most frequent brightness, which is that of the background. */
function backgroundOf(blocks: readonly Block[]): number {
  const counts = new Map<number, number>()
  for (const { shown } of blocks) counts.set(Math.round(shown / 8), (counts.get(Math.round(shown / 8)) ?? 0) + 1)
  const [[most] = [0]] = [...counts].sort(([, one], [, other]) => other - one)
  return most * 8
}

/** Measures how far the picture differs from the image: `difference` and `contrast` of its visible blocks, in levels of 255. */
function compareBlocks(blocks: readonly Block[]): { difference: number; contrast: number } {
  const background = backgroundOf(blocks)
  const shown = blocks.filter((block) => [block.shown, block.expected].some((level) => Math.abs(level - background) > visible))
  if (shown.length === 0) return { difference: 0, contrast: 0 }
  const byDifference = shown
    .map((block) => ({ ...block, squared: (block.shown - block.expected) ** 2 }))
    .sort((one, other) => one.squared - other.squared)
    .slice(0, Math.ceil(shown.length * (1 - mostOutliers)))
  const mean = meanOf([background, ...byDifference.map((block) => block.shown)])
  return {
    difference: Math.sqrt(meanOf(byDifference.map(({ squared }) => squared))),
    contrast: Math.sqrt(meanOf(byDifference.map((block) => (block.shown - mean) ** 2))),
  }
}

/**
 * Returns true if a picture shows the image (docs/decisions/reading/key-images.md). Each value of the image must have one brightness in the picture,
 * whatever the window, so contrast and inversion do not matter, but place and structure do.
 */
export function showsImage(picture: PicturePixels, frame: FrameValues, corners: ImageCorners): boolean {
  const first = (column: number, row: number) => frame.at(column, row, 0)
  const lumaOf = (column: number, row: number) =>
    luma(frame.at(column, row, 0), frame.at(column, row, 1), frame.at(column, row, 2))
  // The archive leaves some colors as brightness and two color differences.
  const readings = frame.channels === 3 ? [lumaOf, first] : [first]
  return readings.some((read) => {
    const samples = takeSamples(picture, frame, read, corners)
    if (!samples) return false
    const { difference, contrast } = compareBlocks(blocksOf(samples))
    return difference <= Math.max(alwaysAllowed, mostDifference * contrast)
  })
}
