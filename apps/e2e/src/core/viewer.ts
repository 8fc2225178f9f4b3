import { expect, type Locator, type Page } from '@playwright/test'
import { rowOf } from './worklist.ts'

export interface Pixels {
  /** Standard deviation of the grey values, 0 to 128. An empty screen has 0. */
  spread: number
  /** How many of the 4096 samples have a colour. */
  coloured: number
}

const none: Pixels = { spread: 0, coloured: 0 }

/** Opens a study's images with the button in its row. They open in a separate window. */
export async function openViewer(page: Page, patientName: string): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await rowOf(page, patientName).getByRole('button', { name: 'Open viewer' }).click()
  const viewer = await opening
  await viewer.waitForURL('**/viewer-app/**')
  return viewer
}

/** Samples the viewer's first viewport at 64 x 64 points. */
export async function viewerPixels(viewer: Page): Promise<Pixels> {
  return canvasPixels(viewer.locator('[data-cy="viewport-pane"] canvas.cornerstone-canvas').first())
}

/** Samples a canvas at 64 x 64 points. */
export async function canvasPixels(canvas: Locator): Promise<Pixels> {
  if ((await canvas.count()) === 0) return none
  return canvas.evaluate((element) => {
    const size = 64
    const context = new OffscreenCanvas(size, size).getContext('2d')
    if (!context || !(element instanceof HTMLCanvasElement) || element.width === 0) return { spread: 0, coloured: 0 }
    context.drawImage(element, 0, 0, size, size)
    const { data } = context.getImageData(0, 0, size, size)
    const greys: number[] = []
    let coloured = 0
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
      greys.push((r + g + b) / 3)
      if (Math.max(r, g, b) - Math.min(r, g, b) > 24) coloured += 1
    }
    const mean = greys.reduce((sum, grey) => sum + grey, 0) / greys.length
    return { spread: Math.sqrt(greys.reduce((sum, grey) => sum + (grey - mean) ** 2, 0) / greys.length), coloured }
  })
}

/** Waits until an image is drawn. */
export async function expectPixels(viewer: Page): Promise<void> {
  await expect
    .poll(async () => (await viewerPixels(viewer)).spread, { timeout: 60_000, message: 'the viewer shows an image' })
    .toBeGreaterThan(5)
}

/** Returns the status of an image request that carries only the viewer's own cookies. */
export async function fetchStatus(page: Page, path: string, headers: Record<string, string> = {}): Promise<number> {
  return page.evaluate(async (request) => (await fetch(request.path, { headers: request.headers })).status, { path, headers })
}
