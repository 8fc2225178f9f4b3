import type { Page, Response, Route } from '@playwright/test'
import { discussionEndpoints } from '@readroom/contracts/studies/discussions'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import type { ApiSession } from '@readroom/demo/api-client'
import { password } from '../core/people.ts'
import {
  bring,
  expectDrawn,
  front,
  giveReportKeyboard,
  measureIn,
  openReading,
  reportOf,
  savedAt,
  sectionOf,
  seedReading,
  untilSignable,
  writeIn,
} from '../core/reading.ts'
import { assignTo, makePhantom, sendFiles, unassign, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { rowOf } from '../core/worklist.ts'

const byName = 'tab=all&date=all&sort=patientName'
const behind = 'iframe[data-images-ahead]'
const nameOf = ({ patientName }: WorklistRow) => patientName ?? ''

/** Returns the study in the frame's own address, which OHIF's navigation changes. */
const uidIn = (page: Page, frame: string) =>
  page
    .locator(frame)
    .evaluate((element) =>
      element instanceof HTMLIFrameElement
        ? new URLSearchParams(element.contentWindow?.location.search).get('StudyInstanceUIDs')
        : null,
    )

const isDrawnBehind = (page: Page) =>
  page.locator(behind).evaluate((element) => {
    if (!(element instanceof HTMLIFrameElement)) return false
    return element.contentWindow?.document.querySelector('canvas.cornerstone-canvas') != null
  })

const statusOf = async (api: ApiSession, { _id: studyId }: WorklistRow) =>
  (await api.call(studyEndpoints.one, { params: { studyId } })).study.workflowStatus

/** Creates a gate that blocks until it is opened. */
function makeGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

async function sign(page: Page): Promise<void> {
  await writeIn(page, 4, 'Fine.')
  await writeIn(page, 5, 'Fine.')
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign report' })
  await dialog.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
}

test('the next study is drawn in the background, not marked as opened, and shown at once on its turn', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const [alpha, bravo] = await bring({ system, stage, db, adminApi }, ['Alpha', 'Bravo'])
  if (!alpha || !bravo) throw new Error('the studies did not come')
  const page = await enter(stage.doctor)
  await openReading(page, alpha, byName)
  await expectDrawn(page)
  await expect.poll(() => uidIn(page, behind), { timeout: 30_000 }).toBe(bravo.studyInstanceUID)
  await expect(page.locator(behind)).toHaveCSS('opacity', '0')
  await expect(page.locator(behind)).toHaveAttribute('inert')
  await expect.poll(() => isDrawnBehind(page), { timeout: 30_000 }).toBe(true)
  expect(await statusOf(adminApi, alpha)).toBe('doctor_opened_report')
  expect(await statusOf(adminApi, bravo)).toBe('assigned_to_doctor')

  await page.locator(behind).evaluate((element) => {
    element.dataset.sameFrame = ''
    new ResizeObserver(() => {
      element.dataset.sizes = `${Number(element.dataset.sizes ?? 0) + 1}`
    }).observe(element)
  })
  await sign(page)
  await expect(page.getByRole('heading', { name: nameOf(bravo) })).toBeVisible()
  await expect(page.locator(`${front}[data-same-frame]`)).toHaveCSS('opacity', '1')
  await expectDrawn(page)
  expect(await uidIn(page, front)).toBe(bravo.studyInstanceUID)
  await expect(page.locator(front)).toBeFocused()
  // Another size would make the viewer redraw everything.
  await expect(page.locator(front)).toHaveAttribute('data-sizes', '1')
  await expect.poll(() => statusOf(adminApi, bravo)).toBe('doctor_opened_report')
})

test('images that arrive while their study is loaded ahead are loaded behind it, and shown when the reader asks', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const phantoms = [makePhantom('Alpha'), makePhantom('Bravo')]
  const [ofAlpha, ofBravo] = phantoms.map(({ files }) => [...files()])
  if (!ofAlpha || !ofBravo) throw new Error('no files')
  for (const files of [ofAlpha, ofBravo.slice(0, 2)]) await sendFiles(system, stage.aeTitle, files)
  const [alpha, bravo] = await Promise.all(phantoms.map(({ uid }) => untilSettled({ db, adminApi }, uid)))
  if (!alpha || !bravo) throw new Error('the studies did not come')
  for (const study of [alpha, bravo]) await assignTo(adminApi, study, stage.doctor)
  const page = await enter(stage.doctor)
  await openReading(page, alpha, byName)
  await expectDrawn(page)
  await expect.poll(() => isDrawnBehind(page), { timeout: 30_000 }).toBe(true)
  await sendFiles(system, stage.aeTitle, ofBravo.slice(2))
  const count = async () => (await adminApi.call(studyEndpoints.one, { params: { studyId: bravo._id } })).study.numberOfImages
  await expect.poll(count, { timeout: 30_000 }).toBe(ofBravo.length)
  await page.keyboard.press('Alt+KeyH')
  await expect(page.getByRole('heading', { name: nameOf(bravo) })).toBeVisible()
  const notice = page.getByText('1 image arrived after you opened the study.')
  await expect(notice).toBeVisible({ timeout: 30_000 })
  await expectDrawn(page)
  const series = page.getByRole('navigation', { name: 'Series of the study' })
  await expect(series).toContainText(`${ofBravo.length - 1} images`)
  await writeIn(page, 4, 'No fracture.')
  await writeIn(page, 5, 'Normal.')
  const show = page.getByRole('button', { name: 'Show new images' })
  await expect(show).toBeVisible({ timeout: 30_000 })
  await expect(reportOf(page)).toBeFocused()
  await expect(series).toContainText(`${ofBravo.length - 1} images`)
  const dialog = page.getByRole('dialog', { name: 'Sign report' })
  await untilSignable(page)
  await page.keyboard.press('Alt+Enter')
  await expect(dialog).toContainText(/Not opened:|Opened in part:/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await show.click()
  await expect(notice).toBeHidden()
  await expect(series).toContainText(`${ofBravo.length} images`)
  await expectDrawn(page)
  await page.keyboard.press('Alt+Enter')
  await expect(dialog.getByLabel('Your password')).toBeVisible()
  await expect(dialog).toContainText(`of ${ofBravo.length} images`)
})

test('the next study opens with the keyboard in the images, wherever it was before', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const [alpha, bravo] = await bring({ system, stage, db, adminApi }, ['Alpha', 'Bravo'])
  if (!alpha || !bravo) throw new Error('the studies did not come')
  const page = await enter(stage.doctor)
  await openReading(page, alpha, byName)
  await expectDrawn(page)
  await expect(page.locator(front)).toBeFocused()
  await giveReportKeyboard(page)
  await page.keyboard.press('Alt+KeyH')
  await expect(page.getByRole('heading', { name: nameOf(bravo) })).toBeVisible()
  await expectDrawn(page)
  await expect(page.locator(front)).toBeFocused()
})

test('images that failed to load appear by themselves once the network is back', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const [study] = await bring({ system, stage, db, adminApi }, ['Alpha'])
  if (!study) throw new Error('the study did not come')
  const page = await enter(stage.doctor)
  await page.context().route('**/viewer-app/**', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await openReading(page, study)
  await failed
  const late = page.getByText('Some images have not appeared yet.')
  await expect(late).toBeVisible()
  await page.context().unroute('**/viewer-app/**')
  await expectDrawn(page)
  await expect(late).toBeHidden()
})

test('images of another study are hidden and block signing, and a study that is withdrawn in the background is never shown', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const [alpha, bravo, charlie] = await bring({ system, stage, db, adminApi }, ['Alpha', 'Bravo', 'Charlie'])
  if (!alpha || !bravo || !charlie) throw new Error('the studies did not come')
  const page = await enter(stage.doctor)
  await openReading(page, alpha, byName)
  await expectDrawn(page)
  await expect.poll(() => uidIn(page, behind), { timeout: 30_000 }).toBe(bravo.studyInstanceUID)
  await test.step('images of another study are hidden and block signing', async () => {
    const lead = (uid: string) =>
      page.locator(front).evaluate((element, to) => {
        if (element instanceof HTMLIFrameElement)
          element.contentWindow?.location.assign(`/viewer-app/viewer?StudyInstanceUIDs=${to}`)
      }, uid)
    await lead(bravo.studyInstanceUID)
    await expect(page.getByRole('alert').filter({ hasText: 'These are not the images of this study' })).toBeVisible()
    await expect(page.locator(front)).toHaveCSS('opacity', '0')
    await writeIn(page, 4, 'x')
    await page.keyboard.press('Alt+Enter')
    await expect(page.getByText('These images belong to another study.')).toBeVisible()
    await lead(alpha.studyInstanceUID)
    await expectDrawn(page)
  })
  await expect.poll(() => uidIn(page, behind), { timeout: 30_000 }).toBe(bravo.studyInstanceUID)

  await unassign(adminApi, bravo, stage.doctor)
  const status = await page
    .frameLocator(behind)
    .locator('html')
    .evaluate(async (_html, uid) => (await fetch(`/dicom-web/studies/${uid}/series`)).status, bravo.studyInstanceUID)
  expect(status).toBe(404)
  await sign(page)
  await expect(page.getByRole('heading', { name: nameOf(charlie) })).toBeVisible()
  await expectDrawn(page)
  expect(await uidIn(page, front)).toBe(charlie.studyInstanceUID)
})

test('loading ahead waits while the current study requests images', async ({ db, system, stage, adminApi, enter }) => {
  const many = 80
  const small = { images: 3, rows: 96, columns: 96 }
  const phantoms = [
    makePhantom('Alpha', 3, [
      { kind: 'ct-head', size: small },
      { kind: 'ct-head', size: small },
    ]),
    makePhantom('Bravo', many),
  ]
  for (const phantom of phantoms) await sendFiles(system, stage.aeTitle, phantom.files())
  const [alpha, bravo] = await Promise.all(phantoms.map(({ uid }) => untilSettled({ db, adminApi }, uid)))
  if (!alpha || !bravo) throw new Error('the studies did not come')
  for (const study of [alpha, bravo]) await assignTo(adminApi, study, stage.doctor)
  const page = await enter(stage.doctor)
  const framesOf = ({ studyInstanceUID }: WorklistRow) => `**/dicom-web/studies/${studyInstanceUID}/**/frames/*`
  const [ofAlpha, ofBravo] = [makeGate(), makeGate()]
  const ahead = { asked: 0, waiting: 0 }
  await page.context().route(framesOf(bravo), async (route) => {
    ahead.asked++
    ahead.waiting++
    await ofBravo.opened
    await route.continue()
    ahead.waiting--
  })
  await openReading(page, alpha, byName)
  await expectDrawn(page)
  await expect.poll(() => ahead.asked, { timeout: 30_000 }).toBeGreaterThan(0)
  const moreOfAlpha = page.waitForRequest((request) => request.url().includes(`${alpha.studyInstanceUID}/`))
  await page.context().route(framesOf(alpha), async (route) => {
    await ofAlpha.opened
    await route.continue()
  })
  const series = page.getByRole('navigation', { name: 'Series of the study' })
  await series.getByRole('listitem').nth(1).getByRole('button').click()
  await moreOfAlpha
  ofBravo.open()
  let before = -1
  const isStill = () => {
    const former = before
    before = ahead.asked
    return ahead.waiting === 0 && ahead.asked === former
  }
  await expect.poll(isStill, { timeout: 30_000, intervals: [1_000] }).toBe(true)
  expect(ahead.asked).toBeLessThan(many)
  ofAlpha.open()
  await expect.poll(() => ahead.asked, { timeout: 40_000 }).toBeGreaterThanOrEqual(many)
})

test('with little memory a single viewer moves on by its own navigation, without a reload', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const [alpha, bravo] = await bring({ system, stage, db, adminApi }, ['Alpha', 'Bravo'])
  if (!alpha || !bravo) throw new Error('the studies did not come')
  const page = await enter(stage.doctor)
  await page.addInitScript(() => Object.defineProperty(navigator, 'deviceMemory', { value: 2 }))
  await openReading(page, alpha, byName)
  await expectDrawn(page)
  await expect(page.locator(behind)).toHaveCount(0)
  await page
    .frameLocator(front)
    .locator('html')
    .evaluate((html) => {
      html.setAttribute('data-same-document', '')
      const { uiViewportDialogService, viewportGridService } = Object(html.ownerDocument.defaultView).services
      const viewportId = viewportGridService.getActiveViewportId()
      uiViewportDialogService.show({ viewportId, type: 'info', message: 'Do you want to open this Segmentation?', actions: [] })
    })
  const question = page.frameLocator(front).getByText('Do you want to open this Segmentation?')
  await expect(question).toBeVisible()
  await page.keyboard.press('Alt+KeyH')
  await expect(page.getByRole('heading', { name: nameOf(bravo) })).toBeVisible()
  await expectDrawn(page)
  expect(await uidIn(page, front)).toBe(bravo.studyInstanceUID)
  await expect(page.frameLocator(front).locator('html[data-same-document]')).toBeAttached()
  await expect(question).toHaveCount(0)
})

test('the second window follows with the same two viewers, under the name in the record', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const [alpha, bravo] = await bring({ system, stage, db, adminApi }, ['Alpha', 'Bravo'])
  if (!alpha || !bravo) throw new Error('the studies did not come')
  const page = await enter(stage.doctor)
  await openReading(page, alpha, byName)
  await expectDrawn(page)
  const opening = page.waitForEvent('popup')
  await page.keyboard.press('Alt+KeyV')
  const images = await opening
  await expect(page.getByText('Same study in both windows')).toBeVisible({ timeout: 40_000 })
  await expect(images.getByRole('heading', { name: nameOf(alpha) })).toBeVisible()
  await expect(images).toHaveTitle(new RegExp(nameOf(alpha)))
  await expectDrawn(images)
  await expect.poll(() => uidIn(images, behind), { timeout: 30_000 }).toBe(bravo.studyInstanceUID)
  await page.bringToFront()
  await page.keyboard.press('Alt+KeyH')
  await expect(images.getByRole('heading', { name: nameOf(bravo) })).toBeVisible()
  await expectDrawn(images)
  expect(await uidIn(images, front)).toBe(bravo.studyInstanceUID)
  await page.reload()
  await expect(images.locator('iframe')).toHaveCount(0)
})

test('a study is put aside and resumed, another is skipped with a reason, and the reader sees their position', async ({
  stage,
  db,
  adminApi,
  enter,
}) => {
  const [alpha, bravo, charlie] = await Promise.all(
    ['Alpha', 'Bravo', 'Charlie'].map((name) =>
      seedReading({ db, stage, adminApi }, [stage.doctor], { patientName: `${name} ${stage.tag}` }),
    ),
  )
  if (!alpha || !bravo || !charlie) throw new Error('the studies were not made')
  const page = await enter(stage.doctor)
  await openReading(page, alpha, byName)
  await expect(page.getByText('1 of 3 open')).toBeVisible()
  await writeIn(page, 4, 'Half done.')
  await page.keyboard.press('Alt+KeyH')
  await expect(page.getByRole('heading', { name: nameOf(bravo) })).toBeVisible()
  await expect(page.getByText('1 put aside')).toBeVisible()
  await untilSignable(page)

  await page.keyboard.press('Alt+KeyJ')
  const dialog = page.getByRole('dialog', { name: 'Skip this study' })
  await dialog.getByLabel('Reason').selectOption('Images are missing or poor')
  await dialog.getByLabel('Note').fill('Half of the knee.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: nameOf(charlie) })).toBeVisible()
  await expect(page.getByText('1 put aside · 1 skipped')).toBeVisible()
  await expect.poll(() => statusOf(adminApi, bravo)).not.toBe('report_finalized')

  await untilSignable(page)
  await page.keyboard.press('Alt+KeyA')
  const pane = page.getByRole('complementary', { name: 'Studies put aside' })
  await pane.getByRole('button', { name: new RegExp(nameOf(alpha)) }).click()
  await expect(page.getByRole('heading', { name: nameOf(alpha) })).toBeVisible()
  await expect(sectionOf(page, 'Findings')).toContainText('Half done.')
  await expect(pane).toContainText('No studies put aside.')
  await expect(savedAt(page).or(reportOf(page)).first()).toBeVisible()
})

test('one password also covers the next study, which was loaded ahead', async ({ stage, db, adminApi, enter }) => {
  const studies = await Promise.all(
    ['Alpha', 'Bravo', 'Charlie'].map((name) =>
      seedReading({ db, stage, adminApi }, [stage.doctor], { patientName: `${name} ${stage.tag}` }),
    ),
  )
  const [alpha, bravo, charlie] = studies
  if (!alpha || !bravo || !charlie) throw new Error('the studies were not made')
  const page = await enter(stage.doctor)
  const isReadAhead = page.waitForResponse((response) => response.url().includes(`/api/studies/${bravo._id}/reading?`))
  await openReading(page, alpha, byName)
  await isReadAhead
  await sign(page)
  await expect(page.getByRole('heading', { name: nameOf(bravo) })).toBeVisible()
  await writeIn(page, 4, 'Fine.')
  await writeIn(page, 5, 'Fine.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: nameOf(charlie) })).toBeVisible()
})

test('a study that changes while it is put aside stays put aside', async ({ stage, db, adminApi, enter }) => {
  const [alpha, bravo] = await Promise.all(
    ['Alpha', 'Bravo'].map((name) =>
      seedReading({ db, stage, adminApi }, [stage.doctor], { patientName: `${name} ${stage.tag}` }),
    ),
  )
  if (!alpha || !bravo) throw new Error('the studies were not made')
  const page = await enter(stage.doctor)
  await openReading(page, alpha, byName)
  await writeIn(page, 4, 'x')
  const isAlphas = (response: Response) => response.url().includes(`/api/studies/${alpha._id}/reading?`)
  const changeMeanwhile = async (route: Route) => {
    const isReadAgain = page.waitForResponse(isAlphas)
    await adminApi.call(discussionEndpoints.add, { params: { studyId: alpha._id }, body: { comment: 'Please compare.' } })
    await isReadAgain
    await route.fallback()
  }
  await page.route(`**/api/studies/${bravo._id}/reading/hold`, changeMeanwhile, { times: 1 })
  await page.keyboard.press('Alt+KeyH')
  await expect(page.getByRole('heading', { name: nameOf(bravo) })).toBeVisible()
  await untilSignable(page)
  await page.keyboard.press('Alt+KeyA')
  await expect(
    page.getByRole('complementary', { name: 'Studies put aside' }).getByRole('button', { name: nameOf(alpha) }),
  ).toBeVisible()
})

test('measurements and the current image are inserted into the report as text', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const [study] = await bring({ system, stage, db, adminApi }, ['Measured'])
  if (!study) throw new Error('the study did not come')
  const page = await enter(stage.doctor)
  await openReading(page, study)
  await expectDrawn(page)
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/reading/annotations') && answer.ok())
  await measureIn(page)
  await writeIn(page, 4, 'Lesion')
  await page.keyboard.press('Alt+KeyU')
  const findings = sectionOf(page, 'Findings')
  await expect(findings).toContainText(/Measured: \d+(\.\d+)? mm \(series 1, image \d+\)\.$/)
  await page.keyboard.press('Alt+KeyY')
  await expect(findings).toContainText(/Lesion \(key image 1: series 1, image \d+\)/)
  await expect(rowOf(page, nameOf(study))).toHaveCount(0)

  await test.step('a sentence leads to its measurement, and annotations are restored after a reload', async () => {
    await findings.getByText('Measured:').click()
    await page.keyboard.press('F8')
    await expect(page.locator('.is-pointed-at')).toContainText('Measured:')
    const drawn = page.frameLocator('iframe[data-images]').locator('svg.svg-layer text').filter({ hasText: / mm/ })
    const value = (await drawn.textContent()) ?? ''
    await kept
    await page.reload()
    await expectDrawn(page)
    await expect(drawn).toHaveText(value)
  })
})
