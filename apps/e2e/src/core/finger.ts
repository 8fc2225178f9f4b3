import type { Page } from '@playwright/test'

type Point = readonly [x: number, y: number]

/** Simulates fingers on the screen as a phone sends them. Playwright offers only taps. */
export async function fingersOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
  /** Moves each finger from its first point to its second. */
  async function drag(...fingers: (readonly [from: Point, to: Point])[]): Promise<void> {
    const at = (part: number) =>
      fingers.map(([from, to]): Point => [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part])
    await touch('touchStart', ...at(0))
    for (let part = 0.1; part < 1.05; part += 0.1) await touch('touchMove', ...at(part))
    await touch('touchEnd')
  }
  async function doubleTap(point: Point): Promise<void> {
    for (const _ of [1, 2]) {
      await touch('touchStart', point)
      await touch('touchEnd')
    }
  }
  return { drag, doubleTap }
}
