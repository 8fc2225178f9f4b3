import type { Buffer } from 'node:buffer'
import sharp, { type Sharp } from 'sharp'
import { refuse } from './refused.ts'
import type { PictureTask } from './tasks.ts'

sharp.cache(false)
sharp.concurrency(1)

/** Pixels as a screen shows them: greys, or red, green and blue. */
export type Shown = { rows: number; columns: number; channels: 1 | 3; bytes: Uint8Array }

function open({ rows, columns, channels, bytes }: Shown): Sharp {
  const image = sharp(bytes, { raw: { width: columns, height: rows, channels } })
  return channels === 1 ? image.toColourspace('b-w') : image
}

/** Returns the part of an image, in whole pixels. Throws Refused if it is outside. */
function extract(image: Sharp, { rows, columns }: Shown, part: NonNullable<NonNullable<PictureTask['viewport']>['part']>): Sharp {
  const [left, top] = [Math.floor(part.left), Math.floor(part.top)]
  const [width, height] = [Math.round(Math.abs(part.width)), Math.round(Math.abs(part.height))]
  const isInside = left >= 0 && top >= 0 && width > 0 && height > 0 && left + width <= columns && top + height <= rows
  if (!isInside) return refuse('the requested part is outside of the image')
  // Negative sides mirror the part.
  return image
    .extract({ left, top, width, height })
    .flop(part.width < 0)
    .flip(part.height < 0)
}

function fit(image: Sharp, shown: Shown, { viewport }: PictureTask): Sharp {
  if (!viewport) return image
  const { width, height, part } = viewport
  return (part ? extract(image, shown, part) : image).resize({ width, height, fit: 'inside' })
}

/** Encodes pixels as JPEG. */
export const encodeJpeg = (shown: Shown, quality: number): Promise<Buffer> => open(shown).jpeg({ quality }).toBuffer()

/** Draws pixels as the picture that is asked for. */
export async function drawPicture(shown: Shown, task: PictureTask): Promise<Buffer> {
  const image = fit(open(shown), shown, task)
  return task.type === 'image/png'
    ? image.png({ compressionLevel: 3 }).toBuffer()
    : image.jpeg({ quality: task.quality }).toBuffer()
}
