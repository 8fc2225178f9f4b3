import type { Locator, Page } from '@playwright/test'
import { sharingEndpoints } from '@readroom/contracts/studies/sharing'
import type { Db } from '@readroom/db/core/client'
import type { ApiSession } from '@readroom/demo/api-client'
import { expectAccessible } from '../core/accessibility.ts'
import { fingersOf } from '../core/finger.ts'
import type { Stage } from '../core/people.ts'
import { openOnPhone, phone, placeOf, presetsOf, windowOf } from '../core/phone.ts'
import { assignUrgently, makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import type { System } from '../core/system.ts'
import { expect, test } from '../core/test.ts'
import { expectPixels } from '../core/viewer.ts'

const size = (images: number) => ({ images, rows: 96, columns: 96 })
const twoSeries = [
  { kind: 'ct-head', size: size(34) },
  { kind: 'ct-chest', size: size(5) },
] as const

/** Sends an emergency of two series, the first with 34 images, and assigns it. */
async function takeIn({ system, stage, db, adminApi }: { system: System; stage: Stage; db: Db; adminApi: ApiSession }) {
  const phantom = makePhantom('Phone', 34, twoSeries)
  const prior = phantom.prior('2024-03-01')
  for (const { files } of [prior, phantom]) await sendFiles(system, stage.aeTitle, files())
  await untilSettled({ db, adminApi }, prior.uid)
  const study = await untilSettled({ db, adminApi }, phantom.uid)
  await assignUrgently(adminApi, study, stage.doctor)
  return { phantom, study }
}

const chosen = (viewer: Page) => presetsOf(viewer).and(viewer.locator('[aria-pressed=true]'))
const imageOf = (viewer: Page) => viewer.locator('canvas.cornerstone-canvas')
const drawnOn = (canvas: Locator) => canvas.evaluate((element) => element instanceof HTMLCanvasElement && element.toDataURL())

/** Checks that controls are large enough for a thumb and nothing is wider than the screen. */
async function expectFits(viewer: Page): Promise<void> {
  const { width } = viewer.viewportSize() ?? { width: 0 }
  expect(await viewer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  const boxes = viewer.locator('#phone').getByRole('button').or(viewer.locator('#phone').getByRole('slider'))
  for (const target of await boxes.all()) {
    const box = await target.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${await target.textContent()}`).toBeGreaterThanOrEqual(44)
  }
}

test('on a phone a doctor sees the patient and moves through the images with gestures and controls', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const { phantom } = await takeIn({ system, stage, db, adminApi })
  const viewer = await openOnPhone(await enter(stage.doctor, phone), phantom.name)
  const finger = await fingersOf(viewer)

  await test.step('the header names the patient and marks the emergency', async () => {
    const header = viewer.getByRole('banner')
    await expect(header.getByRole('heading', { name: phantom.name })).toBeVisible()
    await expect(header).toContainText(`${phantom.patientId} · 56 / O · PHANTOM-1`)
    await expect(header).toContainText('CT head without contrast · 02/01/2026 08:30')
    await expect(header.getByText('EMERGENCY')).toBeVisible()
    await expect(viewer.getByText(/Shared until/)).toBeHidden()
    await expect(viewer.getByText('Not for diagnosis on this screen')).toBeInViewport()
    expect((await imageOf(viewer).boundingBox())?.width).toBe(390)
    await expectAccessible(viewer, 'phone viewer', { include: '#phone' })
    await expectFits(viewer)
  })

  await test.step('one finger, the slider and its buttons move through the images', async () => {
    await expect(placeOf(viewer, '1 / 34')).toBeVisible()
    await finger.drag([
      [190, 250],
      [190, 600],
    ])
    await expect(placeOf(viewer, '1 / 34')).toBeHidden()
    const slider = viewer.getByRole('slider', { name: 'Image' })
    await slider.fill('17')
    await expect(placeOf(viewer, '17 / 34')).toBeVisible()
    await expect(slider).toHaveAttribute('aria-valuetext', 'Image 17 of 34')
    await viewer.getByRole('button', { name: 'Next image' }).tap()
    await expect(placeOf(viewer, '18 / 34')).toBeVisible()
    await slider.press('ArrowLeft')
    await slider.press('ArrowLeft')
    await expect(placeOf(viewer, '16 / 34')).toBeVisible()
    await slider.press('End')
    await expect(placeOf(viewer, '34 / 34')).toBeVisible()
    await expect(viewer.getByRole('button', { name: 'Next image' })).toBeDisabled()
    await viewer.getByRole('button', { name: 'Previous image' }).tap()
    await expect(placeOf(viewer, '33 / 34')).toBeVisible()
    await slider.fill('17')
  })

  await test.step('one window is chosen by name, and another set by hand', async () => {
    await expect(windowOf(viewer)).toHaveText('W 85 L 40')
    await expect(presetsOf(viewer)).toHaveText(['Brain', 'Stroke', 'Subdural', 'Bone'])
    await expect(chosen(viewer)).toHaveCount(0)
    await presetsOf(viewer).getByText('Bone').tap()
    await expect(windowOf(viewer)).toHaveText('W 1800 L 400')
    await expect(chosen(viewer)).toHaveText(['Bone'])
    await windowOf(viewer).tap()
    await expect(viewer.getByText('Drag to set the window')).toBeVisible()
    await finger.drag([
      [150, 300],
      [250, 400],
    ])
    await expect(windowOf(viewer)).not.toHaveText('W 1800 L 400')
    await expect(chosen(viewer)).toHaveCount(0)
    await expect(placeOf(viewer, '17 / 34')).toBeVisible()
    await viewer.getByRole('button', { name: 'Done' }).tap()
    await presetsOf(viewer).getByText('Brain').tap()
    await expect(windowOf(viewer)).toHaveText('W 80 L 40')
  })

  await test.step('two fingers zoom, and a double tap fits the image', async () => {
    const fitted = await drawnOn(imageOf(viewer))
    await finger.drag(
      [
        [150, 350],
        [90, 350],
      ],
      [
        [230, 350],
        [290, 350],
      ],
    )
    await expect.poll(() => drawnOn(imageOf(viewer))).not.toBe(fitted)
    await finger.doubleTap([190, 300])
    await expect.poll(() => drawnOn(imageOf(viewer))).toBe(fitted)
  })

  await test.step('the menu has the other tools and the details of the image', async () => {
    await viewer.getByRole('button', { name: 'Tools and details' }).tap()
    const menu = viewer.getByRole('dialog', { name: 'Tools and details' })
    await expect(menu).toContainText('Phantom Institute')
    await expectFits(viewer)
    await menu.getByRole('button', { name: 'Flip sideways' }).tap()
    await expect(menu).toBeHidden()
    await expect(viewer.locator('.ph-left')).toHaveText('L')
    await viewer.getByRole('button', { name: 'Tools and details' }).tap()
    await menu.getByRole('button', { name: 'Reset' }).tap()
    await expect(viewer.locator('.ph-left')).toHaveText('R')
  })

  await test.step('another series has its own images and windows', async () => {
    const series = viewer.getByRole('navigation', { name: 'Series' }).getByRole('button')
    await expect(series).toHaveText([/Head 5 mm\s*34/, /Chest venous phase\s*5/])
    await expect(series.nth(1).locator('img')).toBeVisible()
    await series.nth(1).tap()
    await expect(placeOf(viewer, '1 / 5')).toBeVisible()
    await expect(series.nth(1)).toHaveAttribute('aria-current', 'true')
    await expect(series.nth(0)).toHaveAttribute('aria-current', 'false')
    await expect(presetsOf(viewer)).toHaveText(['Lung', 'Mediastinum', 'Bone'])
    await expect(viewer.getByRole('heading', { name: phantom.name })).toBeVisible()
  })

  await test.step('an earlier study of the patient opens from the menu', async () => {
    await viewer.getByRole('button', { name: 'Tools and details' }).tap()
    await viewer.getByRole('button', { name: 'Prior of 2024-03-01 · 01/03/2024' }).tap()
    await expect(viewer.getByRole('banner')).toContainText('Prior of 2024-03-01 · 01/03/2024 08:30')
    await expect(viewer.getByRole('heading', { name: phantom.name })).toBeVisible()
    await expect(viewer.getByText('EMERGENCY')).toBeHidden()
    await expectPixels(viewer)
    await viewer.goBack()
    await expect(viewer.getByRole('banner')).toContainText('CT head without contrast · 02/01/2026')
    await expectPixels(viewer)
  })

  await test.step('the layout fits a small phone, upright and sideways', async () => {
    for (const viewport of [
      { width: 320, height: 568 },
      { width: 844, height: 390 },
    ]) {
      await viewer.setViewportSize(viewport)
      await expect.poll(async () => (await imageOf(viewer).boundingBox())?.height).toBeGreaterThan(230)
      expect((await imageOf(viewer).boundingBox())?.width).toBeGreaterThanOrEqual(320)
      await expect(viewer.getByRole('heading', { name: phantom.name })).toBeInViewport()
      await expectFits(viewer)
    }
  })
})

test('on a phone a share link says when it ends, and shows no more than a share link may', async ({
  db,
  system,
  stage,
  adminApi,
  browser,
}) => {
  const { phantom, study } = await takeIn({ system, stage, db, adminApi })
  const { shareableLink, expiresAt } = await adminApi.call(sharingEndpoints.generate, { body: { studyId: study._id } })
  const stranger = await (await browser.newContext(phone)).newPage()
  await stranger.goto(shareableLink)
  await stranger.waitForURL('**/viewer-app/**')
  await expectPixels(stranger)
  const day = await stranger.evaluate((instant) => new Date(instant).toLocaleDateString('en-GB'), expiresAt)
  await expect(stranger.getByText(`Shared until ${day}. Opening is recorded.`)).toBeInViewport()
  await expect(stranger.getByRole('heading', { name: phantom.name })).toBeVisible()
  await expect(stranger.getByText('EMERGENCY')).toBeHidden()
  await (await fingersOf(stranger)).drag([
    [190, 320],
    [190, 600],
  ])
  await expect(placeOf(stranger, '1 / 34')).toBeHidden()
  // The drag may still be moving the images.
  await expect(async () => {
    await stranger.getByRole('slider', { name: 'Image' }).fill('18')
    await expect(placeOf(stranger, '18 / 34')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await presetsOf(stranger).getByText('Stroke').tap()
  await expect(windowOf(stranger)).toHaveText('W 40 L 40')
  await stranger.getByRole('button', { name: 'Tools and details' }).tap()
  await expect(stranger.getByRole('dialog')).toContainText('Phantom Institute')
  await expect(stranger.getByText('Other studies')).toBeHidden()
  await expectFits(stranger)
  await stranger.context().close()
})
