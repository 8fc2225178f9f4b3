import type { Page } from '@playwright/test'
import { listChain } from '@readroom/db/reports/report-versions'
import { listSeries } from '@readroom/db/studies/series'
import { makeAnnotation } from '@readroom/db/testing/annotation'
import { signIn as openApi } from '@readroom/demo/api-client'
import { password } from '../core/people.ts'
import {
  expectDrawn,
  front,
  openReading,
  reportOf,
  sectionOf,
  signByApi,
  untilSignable,
  writeIn,
  written,
} from '../core/reading.ts'
import { assignTo, makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import { deleteFromArchive } from '../core/system.ts'
import { expect, test } from '../core/test.ts'

const size = { images: 3, rows: 96, columns: 96 }
const viewports = (page: Page) => page.frameLocator(front).locator('[data-cy="viewport-pane"]')
const series = (page: Page) => page.getByRole('navigation', { name: 'Series of the study' })

/** Scrolls through the stack in the first viewport. */
async function scrollToEnd(page: Page): Promise<void> {
  await viewports(page).first().hover()
  for (let image = 0; image < size.images; image += 1) {
    await page.mouse.wheel(0, 100)
    await expect(viewports(page).first()).toContainText(`/${size.images}`)
  }
}

/** Returns the tools above the images that something else covers. */
const coveredTools = (page: Page): Promise<string[]> =>
  page
    .frameLocator(front)
    .locator('div:has(> div > [data-cy="return-to-work-list"]) button:visible')
    .evaluateAll((tools: HTMLElement[]) => {
      if (tools.length < 8) throw new Error(`there are ${tools.length} tools`)
      const covered = tools.filter((tool) => {
        const { x, y, width, height } = tool.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        // A press on a disabled tool reaches what is around it.
        return !tool.contains(top) && !top?.contains(tool)
      })
      return covered.map((tool) => tool.dataset.cy ?? tool.textContent ?? '')
    })

test('a reader sees the number of series, opens the one that was missed, and compares with the prior', async ({
  system,
  stage,
  db,
  adminApi,
  enter,
}) => {
  const phantom = makePhantom('Series', 3, [
    { kind: 'ct-head', size },
    { kind: 'us-cine', size },
  ])
  const prior = phantom.prior('2025-03-12', 'CT head')
  for (const { files } of [prior, phantom]) await sendFiles(system, stage.aeTitle, files())
  const before = await untilSettled({ db, adminApi }, prior.uid)
  const study = await untilSettled({ db, adminApi }, phantom.uid)
  for (const one of [before, study]) await assignTo(adminApi, one, stage.doctor)
  const doctor = await openApi(system.url, stage.doctor.email, password)
  const [{ seriesInstanceUid } = { seriesInstanceUid: '' }] = await listSeries(db, before._id)
  const lesion = makeAnnotation({ seriesInstanceUid, sopInstanceUid: prior.lastImageUid, frameOfReferenceUid: null })
  await signByApi(doctor, before._id, written({ findings: 'A lesion.', impression: 'Lesion.' }), { annotations: [lesion] })
  const page = await enter(stage.doctor)
  await openReading(page, study)
  await expectDrawn(page)

  await test.step('every image names the patient', async () => {
    for (const words of [phantom.name, phantom.patientId, 'Current'])
      await expect(viewports(page).getByText(words).first()).toBeVisible()
  })

  await test.step('signing lists the series that was never on screen', async () => {
    await expect(series(page)).toContainText('2 series')
    await expect(series(page)).toContainText('1 not opened')
    await expect(series(page)).toContainText('1 of 3')
    await writeIn(page, 4, 'No fracture.')
    await writeIn(page, 5, 'Normal.')
    await untilSignable(page)
    await page.keyboard.press('Alt+Enter')
    const dialog = page.getByRole('dialog', { name: 'Sign report' })
    await expect(dialog).toContainText(/Not opened:.*Opened in part:.*\(1 of 3 images\)/)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await listChain(db, study._id)).toEqual([])
  })

  await test.step('a stack counts as opened when its range was on screen', async () => {
    await scrollToEnd(page)
    await expect(series(page)).not.toContainText(/\d of 3/)
  })

  await test.step('one key shows the series, which then counts as opened', async () => {
    // The report has the keyboard since it was written in.
    await page.keyboard.press('F9')
    await page.keyboard.press('Alt+KeyZ')
    await expect(series(page)).not.toContainText('not opened')
    await expectDrawn(page)
    await scrollToEnd(page)
    await expect(series(page)).not.toContainText('in part')
    await expect(reportOf(page)).toBeVisible()
  })

  await test.step('beside an open pane no tool is covered, and the cine player is below the name', async () => {
    const player = viewports(page).locator('.inline-flex', { hasText: 'FPS' })
    await expect(player).toBeVisible()
    await page.keyboard.press('Alt+KeyP')
    await expect(page.getByRole('complementary', { name: 'Priors' })).toBeVisible()
    await expect.poll(() => coveredTools(page)).toEqual([])
    const [name, cine] = await Promise.all([viewports(page).getByText(phantom.name).boundingBox(), player.boundingBox()])
    expect(cine?.y).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0))
    await page.keyboard.press('Alt+KeyP')
  })

  await test.step('it counts as opened after a reload, too', async () => {
    await page.reload()
    await expectDrawn(page)
    await expect(series(page)).toContainText('2 series')
    await expect(series(page)).not.toContainText(/not opened|in part/)
  })

  await test.step('one key shows the prior beside the study, and inserts its date into the report', async () => {
    await expect(sectionOf(page, 'Findings')).toContainText('No fracture.')
    await page.keyboard.press('Alt+KeyB')
    await expect(viewports(page)).toHaveCount(2)
    await expect(viewports(page).nth(0)).toContainText('Current')
    await expect(viewports(page).nth(1)).toContainText('Prior · 12/03/2025')
    await expect(sectionOf(page, 'Comparison')).toContainText('CT head of 12/03/2025.')
  })

  await test.step('measurements in the prior are drawn on its images', async () => {
    await expect(viewports(page).nth(1).locator('svg.svg-layer')).toContainText(/\d mm/)
    await expect(viewports(page).nth(0).locator('svg.svg-layer')).not.toContainText(' mm')
  })

  await test.step('series that were opened are signed without a question', async () => {
    await untilSignable(page)
    await page.keyboard.press('Alt+Enter')
    const dialog = page.getByRole('dialog', { name: 'Sign report' })
    await expect(dialog.getByLabel('Your password')).toBeVisible()
    await expect(dialog).not.toContainText(/Not opened:|Opened in part:/)
  })
})

test('images that were sent anew are announced, asked about when signing, and loaded again', async ({
  system,
  stage,
  db,
  adminApi,
  enter,
}) => {
  const phantom = makePhantom('Anew')
  await sendFiles(system, stage.aeTitle, phantom.files())
  const study = await untilSettled({ db, adminApi }, phantom.uid)
  await assignTo(adminApi, study, stage.doctor)
  const page = await enter(stage.doctor)
  await openReading(page, study)
  await expectDrawn(page)
  await writeIn(page, 4, 'No fracture.')
  await writeIn(page, 5, 'Normal.')
  await untilSignable(page)
  const displayed = async () => (await db.execute(`select 1 from displayed_series where study_id = '${study._id}'`)).rowCount
  await expect.poll(displayed).toBe(1)

  await deleteFromArchive(system, study.orthancStudyID)
  const corrected = [...phantom.files()].map(({ fileName, bytes }) => ({
    fileName,
    bytes: Buffer.concat([bytes.subarray(0, -1), Buffer.from([7])]),
  }))
  await sendFiles(system, stage.aeTitle, corrected)
  const notice = page.getByText('Images of this study were sent again.')
  await expect(notice).toBeVisible({ timeout: 30_000 })
  const dialog = page.getByRole('dialog', { name: 'Sign report' })
  const askToSign = async () => {
    await untilSignable(page)
    await page.keyboard.press('Alt+Enter')
    await expect(dialog).toContainText('Images arrived or changed after this report was started.')
  }
  await askToSign()
  await expect(dialog).toContainText('Not opened:')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Load images again' }).click()
  await expect(notice).toBeHidden()
  await expectDrawn(page)
  await expect.poll(displayed).toBe(1)
  await scrollToEnd(page)
  await askToSign()
  await expect(dialog).not.toContainText(/Not opened:|Opened in part:/)
})

test('a radiograph with an image that cannot be drawn is signed when the reader has said how they saw it', async ({
  system,
  stage,
  db,
  adminApi,
  enter,
}) => {
  const one = { ...size, images: 1 }
  const phantom = makePhantom('Undrawn', 1, [
    { kind: 'cr-pa', size: one },
    { kind: 'cr-lateral', size: one },
  ])
  await sendFiles(system, stage.aeTitle, phantom.files())
  const study = await untilSettled({ db, adminApi }, phantom.uid)
  await assignTo(adminApi, study, stage.doctor)
  const page = await enter(stage.doctor)
  await page.context().route(`**/instances/${phantom.firstImageUid}/frames/**`, (route) => route.fulfill({ status: 500 }))
  await openReading(page, study)
  await expect(series(page)).toContainText('1 not drawn', { timeout: 20_000 })
  await writeIn(page, 4, 'No fracture.')
  await writeIn(page, 5, 'Normal.')
  await untilSignable(page)
  await page.keyboard.press('Alt+Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign report' })
  await expect(dialog).toContainText('Not drawn by the viewer:')
  await dialog.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  expect(await listChain(db, study._id)).toEqual([])
  const inArchive = dialog.getByRole('radio', { name: 'In the archive viewer' })
  await expect(inArchive).toBeDisabled()
  await dialog.getByRole('button', { name: 'Open archive viewer' }).click()
  await inArchive.check()
  await dialog.getByRole('button', { name: /sign$/i }).click()
  await expect(dialog).toBeHidden()
  expect((await listChain(db, study._id)).flatMap(({ confirmed }) => confirmed)).toContain('undrawn-archive')
})

test('a radiograph of two views is shown side by side', async ({ system, stage, db, adminApi, enter }) => {
  const phantom = makePhantom('Chest', 1, [
    { kind: 'cr-lateral', size: { ...size, images: 1 } },
    { kind: 'cr-pa', size: { ...size, images: 1 } },
  ])
  await sendFiles(system, stage.aeTitle, phantom.files())
  const study = await untilSettled({ db, adminApi }, phantom.uid)
  await assignTo(adminApi, study, stage.doctor)
  const page = await enter(stage.doctor, { theme: 'dark' })
  await openReading(page, study)
  await expectDrawn(page)
  await expect(viewports(page)).toHaveCount(2)
  await expect(viewports(page).nth(0)).toContainText('PA')
  await expect(viewports(page).nth(1)).toContainText(/lateral/i)
  await expect(series(page)).not.toContainText('not opened')
})
