import type { Locator } from '@playwright/test'
import type { Overlay } from './overlay-kinds.ts'
import { type Colour, middlesOfBands, side } from './pictures.ts'

/** Returns the colours along the middle of a square image that fills its canvas, one of each band. */
export const coloursOf = (canvas: Locator): Promise<Colour[]> =>
  canvas.evaluate((element, parts) => {
    if (!(element instanceof HTMLCanvasElement)) return []
    const sheet = new OffscreenCanvas(element.width, element.height).getContext('2d')
    if (!sheet) return []
    sheet.drawImage(element, 0, 0)
    const [middle, half] = [element.height / 2, Math.min(element.width, element.height) / 2]
    return parts.map((part) => {
      const y = Math.round(middle + (part * 2 - 1) * half)
      const [r = 0, g = 0, b = 0] = sheet.getImageData(Math.round(element.width / 2), y, 1, 1).data
      return [r / 255, g / 255, b / 255] as const
    })
  }, middlesOfBands)

/** Returns the greatest difference between the colours on screen and those of the picture, 0 to 1. */
export const differenceOf = (seen: readonly Colour[], picture: readonly Colour[]): number =>
  Math.max(...picture.flatMap((colour, band) => colour.map((value, at) => Math.abs(value - (seen[band]?.[at] ?? 9)))))

/** Returns the middle height of what is white in the left and the right half of a canvas, 0 at the top to 1; null if nothing is, or not in one line. */
export const linesOf = (canvas: Locator): Promise<{ left: number | null; right: number | null }> =>
  canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) return { left: null, right: null }
    const { width, height } = element
    const sheet = new OffscreenCanvas(width, height).getContext('2d')
    sheet?.drawImage(element, 0, 0)
    const { data } = sheet?.getImageData(0, 0, width, height) ?? { data: [] }
    const isWhite = (x: number, y: number) => [0, 1, 2].every((part) => (data[(y * width + x) * 4 + part] ?? 0) > 200)
    const lineIn = (from: number, to: number) => {
      const rows: number[] = []
      for (let y = 0; y < height; y += 1)
        for (let x = Math.round(from * width); x < to * width; x += 1) if (isWhite(x, y)) rows.push(y / height)
      const [top, bottom] = [Math.min(...rows), Math.max(...rows)]
      return rows.length > 0 && bottom - top < 0.02 ? (top + bottom) / 2 : null
    }
    return { left: lineIn(0.05, 0.4), right: lineIn(0.6, 0.95) }
  })

/** Returns at how many points of the image something is drawn over it, for each overlay. */
export const overlaysOn = (pane: Locator): Promise<Overlay[]> =>
  pane.locator('svg.svg-layer image').evaluateAll(
    (images, size) =>
      Promise.all(
        images.map(async (each) => {
          const drawn = new Image()
          drawn.src = each.getAttribute('href') ?? ''
          await drawn.decode()
          const sheet = new OffscreenCanvas(size, size).getContext('2d')
          sheet?.drawImage(drawn, 0, 0, size, size)
          const { data } = sheet?.getImageData(0, 0, size, size) ?? { data: [] }
          const isSet = (x: number, y: number) => (data[(y * size + x) * 4 + 3] ?? 0) > 0
          let points = 0
          for (let at = 3; at < data.length; at += 4) points += (data[at] ?? 0) > 0 ? 1 : 0
          return { points, first: isSet(0, 0), middle: isSet(size / 2, size / 2) }
        }),
      ),
    side,
  )
