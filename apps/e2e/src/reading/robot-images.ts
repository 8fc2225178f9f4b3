import type { BrowserContext, Page } from '@playwright/test'
import { front, keyboardOf } from '../core/reading.ts'
import { expect } from '../core/test.ts'

/** Presses on the images. Each of them, except the wheel, gives the images the keyboard. */
export const presses = ['left', 'middle', 'right', 'drag', 'wheel'] as const
export type Press = (typeof presses)[number]

/** Keys that readers press for images: window, scroll, remove a measurement. */
export const imageKeys = ['5', 'ArrowDown', 'ArrowUp', 'Delete', 'Backspace', '1', '0', 'Home', ' ', 'Enter', 'r'] as const

/**
 * A page in the place of the viewer: it shows the study of its address at once, keeps a press from moving the focus as the viewer does, and notes its
 * keys. The viewer itself fails if the network is lost while it loads, and has its own tests.
 */
const viewer = `<!doctype html><title>Images</title><body><script>
  const asked = new URLSearchParams(location.search).get('StudyInstanceUIDs').split(',')[0]
  const nothing = () => null
  window.readroomFrame = {
    look: () => ({ asked, shown: [asked], isDrawn: true, awaited: 0 }),
    series: () => [], measurements: () => [], hold: () => true, navigate: () => false, display: () => false,
    annotations: nothing, restoreAnnotations: nothing, thumbnail: nothing, keyImage: nothing,
    showAnnotation: () => false, showPriorAnnotations: () => false,
  }
  window.heard = []
  // Alt alone begins the key that leads to the report.
  addEventListener('keydown', ({ key }) => key !== 'Alt' && window.heard.push(key))
  addEventListener('mousedown', (event) => event.preventDefault())
  addEventListener('contextmenu', (event) => event.preventDefault())
</script>`

export const standInForViewer = (context: BrowserContext): Promise<unknown> =>
  context.route('**/viewer-app/**', (route) => route.fulfill({ contentType: 'text/html', body: viewer }))

/** Returns the keys that the images got since the last call. */
export const heardByImages = (page: Page): Promise<string[]> =>
  page.locator(front).evaluate((element) => {
    const { heard } = Object(element instanceof HTMLIFrameElement ? element.contentWindow : null)
    return heard.splice(0)
  })

/** Presses on the images, then keys for them. They must get all of these keys, and only if they have the keyboard. */
export async function workInImages(page: Page, press: Press, keys: readonly string[]): Promise<void> {
  await expect(page.locator(front)).toHaveCSS('opacity', '1')
  const box = await page.locator(front).boundingBox()
  if (!box) throw new Error('no images')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  if (press === 'wheel') {
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, 240)
    return
  }
  await page.mouse.move(x, y)
  await page.mouse.down({ button: press === 'drag' ? 'left' : press })
  if (press === 'drag') await page.mouse.move(x + 40, y - 60, { steps: 4 })
  for (const key of keys) await page.keyboard.press(key)
  await page.mouse.up({ button: press === 'drag' ? 'left' : press })
  await expect(keyboardOf(page, 'images')).toBeVisible()
  expect(await heardByImages(page)).toEqual(keys)
}
