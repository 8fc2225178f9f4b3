import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../core/accessibility.ts'
import { assignTo, makePhantom, needSamples, readSample, sendFiles, untilSettled } from '../core/studies.ts'
import { deleteFromArchive } from '../core/system.ts'
import { expect, test } from '../core/test.ts'
import { canvasPixels, fetchStatus } from '../core/viewer.ts'
import { rowOf, signOut } from '../core/worklist.ts'

const size = { images: 3, rows: 96, columns: 96 }

/** Opens a study in the archive's viewer from the menu of its row or card. */
async function openArchiveViewer(page: Page, patient: string): Promise<Page> {
  await rowOf(page, patient)
    .getByRole('button', { name: /^More (downloads and viewers|viewers and downloads)$/ })
    .click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: /^Archive viewer/ }).click()
  const viewer = await opening
  await viewer.waitForURL('**/archive-viewer/**')
  return viewer
}

/** The image requests of the frame. Its address contains a key. */
const imagePaths = /\/archive-viewer\/[^/]+\/frame\/[^/]+\/instances\//

const imageOf = (viewer: Page): Locator => viewer.frameLocator('iframe').locator('canvas').first()
const seriesOf = (viewer: Page): Locator => viewer.getByRole('navigation', { name: 'Series' }).getByRole('button')

async function expectImage(viewer: Page): Promise<void> {
  await expect
    .poll(async () => (await canvasPixels(imageOf(viewer))).spread, {
      timeout: 30_000,
      message: 'the archive viewer shows an image',
    })
    .toBeGreaterThan(5)
}

async function expectNoFindings(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name, { exclude: ['iframe'] })
}

test("a doctor opens an assigned study in the archive's viewer", async ({ db, system, stage, adminApi, enter }) => {
  const series = [{ kind: 'ct-head', size } as const, { kind: 'mr-t1', size } as const]
  const [mine, other] = [makePhantom(stage.tag, 3, series), makePhantom(stage.tag)]
  for (const { files } of [mine, other]) await sendFiles(system, stage.aeTitle, files())
  const [study, foreign] = [await untilSettled({ db, adminApi }, mine.uid), await untilSettled({ db, adminApi }, other.uid)]
  await assignTo(adminApi, study, stage.doctor)
  const worklist = await enter(stage.doctor, { theme: 'dark' })
  const viewer = await openArchiveViewer(worklist, mine.name)
  const refused: string[] = []
  viewer.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()))

  await test.step('the first series is shown, and the others can be chosen', async () => {
    await expectImage(viewer)
    await expect(viewer.getByText(mine.name)).toBeVisible()
    await expect(viewer).toHaveTitle(`${mine.name} · ${mine.patientId} - Readroom`)
    await expect(seriesOf(viewer)).toHaveText([/CT.*3 images/, /MR.*3 images/])
    await expect(seriesOf(viewer).first()).toHaveAttribute('aria-current', 'true')
    await expectNoFindings(viewer, 'wide-dark')
    await seriesOf(viewer).last().click()
    await expectImage(viewer)
    await viewer.reload()
    await expect(seriesOf(viewer).last()).toHaveAttribute('aria-current', 'true')
    await expectImage(viewer)
  })

  await test.step("the viewer's script can't reach our page", async () => {
    const frame = viewer.frames().find((one) => one !== viewer.mainFrame())
    const reached = await frame?.evaluate(() => {
      const tries = [() => document.cookie, () => localStorage, () => window.parent.document, () => window.open('/')]
      return tries.map((attempt) => {
        try {
          return attempt() === null ? 'nothing' : 'something'
        } catch {
          return 'nothing'
        }
      })
    })
    expect([await frame?.evaluate(() => self.origin), ...(reached ?? [])]).toEqual(['null', ...Array(4).fill('nothing')])
  })

  await test.step('the wheel scrolls to the next images', async () => {
    const before = viewer.waitForResponse(imagePaths)
    await imageOf(viewer).hover()
    await viewer.mouse.wheel(0, 100)
    expect((await before).status()).toBe(200)
    await expectImage(viewer)
    expect(refused).toEqual([])
  })

  await test.step('a missing image is reported and can be reloaded', async () => {
    await viewer.route(imagePaths, (route) => route.abort())
    await imageOf(viewer).hover()
    await viewer.mouse.wheel(0, 100)
    await expect(viewer.getByRole('alert')).toContainText('An image could not be loaded.')
    await viewer.unroute(imagePaths)
    await viewer.getByRole('button', { name: 'Try again' }).click()
    await expectImage(viewer)
  })

  await test.step('the window has no credentials, and sees no other study', async () => {
    expect(await viewer.evaluate(() => sessionStorage.length)).toBe(0)
    expect(await fetchStatus(viewer, `/archive-viewer/${study._id}/series`)).toBe(200)
    expect(await fetchStatus(viewer, `/archive-viewer/${foreign._id}/series`)).toBe(401)
    expect(await fetchStatus(viewer, '/auth/profile')).toBe(401)
  })

  await test.step('opening the viewer does not count as reading', async () => {
    await expect(rowOf(worklist, mine.name)).toContainText('Assigned to Doctor')
  })

  await test.step('deleted images are reported', async () => {
    await deleteFromArchive(system, study.orthancStudyID)
    await viewer.reload()
    await expect(viewer.getByRole('alert')).toHaveText('The image archive has no images of this study.')
    await expect(viewer.getByText(mine.name)).toBeVisible()
  })

  await test.step('the viewer closes with the session', async () => {
    await signOut(worklist, stage.doctor)
    await viewer.reload()
    await expect(viewer.getByRole('alert')).toHaveText('This viewer is closed. Open the study again from the worklist.')
  })
})

test("all viewers are within a thumb's reach on a phone", async ({ db, system, stage, adminApi, enter }) => {
  const phantom = makePhantom(stage.tag)
  await sendFiles(system, stage.aeTitle, phantom.files())
  await untilSettled({ db, adminApi }, phantom.uid)
  const page = await enter(stage.staff, { viewport: { width: 390, height: 844 }, hasTouch: true, theme: 'light' })
  const more = rowOf(page, phantom.name).getByRole('button', { name: 'More viewers and downloads' })
  await more.tap()
  for (const name of ['OHIF viewer', 'Archive viewer', 'Desktop viewer', 'Download ZIP']) {
    const box = await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).boundingBox()
    expect(box?.height, name).toBeGreaterThanOrEqual(44)
  }
  await page.keyboard.press('Escape')
  const target = await more.boundingBox()
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44)
  const viewer = await openArchiveViewer(page, phantom.name)
  await expectImage(viewer)
  await expectNoFindings(viewer, 'narrow-light')
  expect(await viewer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a series without images says so', async ({ db, system, stage, adminApi, enter }) => {
  needSamples()
  await sendFiles(system, stage.aeTitle, await readSample('ecg-12lead'))
  const { patientName } = await untilSettled({ db, adminApi }, '1.3.76.13.65829.2.20130125082826.1072139.2')
  const viewer = await openArchiveViewer(await enter(stage.staff), patientName ?? '')
  await expect(viewer.getByRole('alert')).toHaveText('This series has no images to show.')
})
