import type { FrameLocator, Page } from '@playwright/test'
import {
  bring,
  expectDrawn,
  front,
  giveReportKeyboard,
  keyboardOf,
  openReading,
  reportOf,
  sectionOf,
  untilWriting,
  writeIn,
} from '../core/reading.ts'
import { expect, test } from '../core/test.ts'

/** Keys that readers press for images: window, scroll, remove a measurement. In a report they change values and text. */
const imageKeys = ['5', 'ArrowDown', 'ArrowUp', 'Delete', 'Backspace', '1', '0', 'ArrowDown']

const canvasOf = (frame: FrameLocator) => frame.locator('[data-cy="viewport-pane"] canvas.cornerstone-canvas').first()

/** Returns the place of the image in the active viewport within its series. */
const imageShown = (page: Page): Promise<number> =>
  page
    .frameLocator(front)
    .locator('body')
    .evaluate((body) => {
      const { services } = Object(body.ownerDocument.defaultView)
      const id = services.viewportGridService.getActiveViewportId()
      return services.cornerstoneViewportService.getCornerstoneViewport(id).getCurrentImageIdIndex()
    })

/** Returns how the image in the active viewport is shown, and the tool of the left button. */
const lookShown = (page: Page): Promise<unknown> =>
  page
    .frameLocator(front)
    .locator('body')
    .evaluate((body) => {
      const { services } = Object(body.ownerDocument.defaultView)
      const id = services.viewportGridService.getActiveViewportId()
      const drawing = services.cornerstoneViewportService.getCornerstoneViewport(id)
      const { rotation, flipHorizontal = false } = drawing.getViewPresentation()
      const tool = services.toolGroupService.getToolGroup('default').getActivePrimaryMouseButtonTool()
      return { rotation, flipHorizontal, inverted: drawing.getProperties().invert ?? false, tool }
    })

async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

test('keys go to the half that was pressed: none for the images reaches the report, and none for the report the images', async ({
  system,
  stage,
  db,
  adminApi,
  enter,
}) => {
  const [study] = await bring({ system, stage, db, adminApi }, ['Keyboard'])
  if (!study) throw new Error('no study')
  const page = await enter(stage.doctor)
  await openReading(page, study)
  await expectDrawn(page)
  await untilWriting(page)
  const text = () => reportOf(page).textContent()
  const begun = await text()

  await test.step('a study opens with the keyboard in the images', async () => {
    await expect(keyboardOf(page, 'images')).toBeVisible()
    await pressAll(page, imageKeys)
    expect(await text()).toBe(begun)
    await pressAll(page, ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp'])
    await expect.poll(() => imageShown(page)).toBe(0)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => imageShown(page)).toBe(1)
  })

  await test.step('words that are typed on the images change nothing, and a message says so', async () => {
    const before = await lookShown(page)
    // Their first letters invert, flip and rotate, and choose a tool.
    for (const words of ['infarct 5 mm, old', 'haematoma', 'rib fracture', 'distal']) {
      await page.keyboard.type(words)
      await expect(page.getByText('F9 goes to the report.')).toBeVisible()
      await expect.poll(() => lookShown(page)).toEqual(before)
      // An arrow ends the words.
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('i')
    await expect.poll(() => lookShown(page)).toMatchObject({ inverted: true })
    await page.keyboard.press('i')
    await pressAll(page, ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp'])
    await page.keyboard.press('ArrowDown')
    const mirrored = page.frameLocator(front).getByText('Mirrored', { exact: true })
    await page.keyboard.press('h')
    await expect(mirrored).toBeVisible()
    await page.keyboard.press('h')
    await expect(mirrored).toBeHidden()
    expect(await text()).toBe(begun)
  })

  await test.step('a press in the report gives it the keyboard, and the images stand still', async () => {
    await sectionOf(page, 'Comparison').click()
    await expect(keyboardOf(page, 'report')).toBeVisible()
    await page.keyboard.type('No 5.')
    await expect(sectionOf(page, 'Comparison')).toContainText('No 5.')
    await pressAll(page, ['ArrowDown', 'ArrowDown', 'ArrowUp'])
    expect(await imageShown(page)).toBe(1)
  })

  await test.step('a press on the images, by any button, gives them the keyboard before the next key', async () => {
    const written = await text()
    for (const button of ['left', 'middle', 'right'] as const) {
      await giveReportKeyboard(page)
      await canvasOf(page.frameLocator(front)).click({ button })
      await expect(keyboardOf(page, 'images')).toBeVisible()
      await pressAll(page, imageKeys)
    }
    await page.mouse.wheel(0, 120)
    await pressAll(page, imageKeys)
    expect(await text()).toBe(written)
  })

  await test.step('a viewer that takes the focus by itself does not get the keys of the report', async () => {
    await giveReportKeyboard(page)
    await page
      .frameLocator(front)
      .locator('body')
      .evaluate((body) => body.ownerDocument.defaultView?.focus())
    const shown = await imageShown(page)
    await page.keyboard.type('Still here.')
    await page.keyboard.press('ArrowDown')
    await expect(reportOf(page)).toContainText('Still here.')
    expect(await imageShown(page)).toBe(shown)
  })

  await test.step('F9, a section key and a capital letter lead back to the report', async () => {
    await canvasOf(page.frameLocator(front)).click()
    await page.keyboard.press('F9')
    await expect(reportOf(page)).toBeFocused()
    await page.keyboard.press('F9')
    await expect(page.locator(front)).toBeFocused()
    await writeIn(page, 5, 'Normal.')
    await expect(sectionOf(page, 'Impression')).toContainText('Normal.')
    await canvasOf(page.frameLocator(front)).click()
    await page.keyboard.press('Shift+S')
    await page.keyboard.type('table.')
    await expect(sectionOf(page, 'Impression')).toContainText('Normal.Stable.')
  })

  await test.step('in a second window a press gives the images the keyboard, and a press in the report takes it back', async () => {
    const [apart] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Second window' }).click()])
    const frame = apart.frameLocator(front)
    await expect(apart.locator(front)).toHaveCSS('opacity', '1', { timeout: 40_000 })
    await expect(keyboardOf(page, 'report')).toBeVisible()
    const written = await text()
    // Not pressed yet: the keys are nobody's.
    await pressAll(apart, imageKeys)
    expect(await text()).toBe(written)
    await canvasOf(frame).click()
    await expect(keyboardOf(apart, 'images')).toBeVisible()
    // The other window may have the focus of the computer by now.
    await pressAll(page, imageKeys)
    await pressAll(apart, imageKeys)
    expect(await text()).toBe(written)
    await sectionOf(page, 'Comparison').click()
    await expect(keyboardOf(page, 'report')).toBeVisible()
    await page.keyboard.type(' Seen.')
    await expect(sectionOf(page, 'Comparison')).toContainText('Seen.')
    await apart.close()
  })
})
