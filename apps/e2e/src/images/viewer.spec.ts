import type { Route } from '@playwright/test'
import { authEndpoints } from '@readroom/contracts/access/auth'
import { priorEndpoints } from '@readroom/contracts/images/priors'
import { listStudyEvents } from '@readroom/db/studies/study-events'
import { signIn } from '@readroom/demo/api-client'
import { password } from '../core/people.ts'
import { openOnPhone, phone, placeOf, presetsOf, windowOf } from '../core/phone.ts'
import { front, openReading } from '../core/reading.ts'
import { assignTo, assignUrgently, makePhantom, needSamples, readSample, sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { canvasPixels, expectPixels, fetchStatus, openViewer, viewerPixels } from '../core/viewer.ts'

/** Real studies with properties that have broken viewers: no patient name and a window of zero, compressed colour frames, JPEG 2000. */
const samples = [
  { folder: 'mr-brain-noname', uid: '0.0.0.0.2.8811.20010413115754.12432', row: '123565', isColour: false },
  { folder: 'us-cine-sonosite', uid: '1.2.840.114340.3.8251017118051.1.20160503.120850.2171', row: 'PLA', isColour: true },
  { folder: 'nm-bone-j2k', uid: '1.3.6.1.4.1.5962.1.2.8.20040826185059.5457', row: 'CompressedSamples NM1', isColour: false },
]

test('the viewers show images that have broken viewers, on a desk and on a phone', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  needSamples()
  for (const { folder, uid } of samples) {
    await sendFiles(system, stage.aeTitle, await readSample(folder))
    await assignTo(adminApi, await untilSettled({ db, adminApi }, uid), stage.doctor)
  }
  const page = await enter(stage.doctor)
  for (const { folder, row, isColour } of samples) {
    await test.step(folder, async () => {
      const viewer = await openViewer(page, row)
      await expectPixels(viewer)
      if (isColour) await expect.poll(async () => (await viewerPixels(viewer)).coloured).toBeGreaterThan(10)
      await expect(viewer.getByRole('alert')).toHaveCount(0)
      await viewer.close()
    })
  }

  const list = await enter(stage.doctor, phone)
  await test.step('on a phone colour images get no window presets', async () => {
    const cine = await openOnPhone(list, 'PLA')
    await expect(placeOf(cine, '1 / 30')).toBeVisible()
    await expect(cine.getByRole('heading', { name: 'PLA' })).toBeVisible()
    await expect(windowOf(cine)).toBeHidden()
    await expect(presetsOf(cine)).toHaveCount(0)
  })
  await test.step('on a phone a file without a name reads N/A', async () => {
    const nameless = await openOnPhone(list, '123565')
    await expect(nameless.getByRole('heading', { name: 'N/A' })).toBeVisible()
    await expect(nameless.getByRole('banner')).toContainText('123565')
    await expect(presetsOf(nameless)).toHaveCount(0)
  })
})

test('an emergency is marked in the viewer, which says as the reading page does that an image has not come, until it appears', async ({
  system,
  stage,
  db,
  adminApi,
  enter,
}) => {
  const phantom = makePhantom('Late', 1)
  await sendFiles(system, stage.aeTitle, phantom.files())
  const study = await untilSettled({ db, adminApi }, phantom.uid)
  await assignUrgently(adminApi, study, stage.doctor)
  const page = await enter(stage.doctor)
  const held: Route[] = []
  await page.context().route('**/frames/**', (route) => void held.push(route))
  const viewer = await openViewer(page, phantom.name)
  const note = viewer.locator('[data-cy="viewport-pane"]').getByText('This image has not appeared yet.')
  await expect(note).toBeVisible()
  await expect(viewer.getByText('EMERGENCY')).toBeVisible()
  await expect(viewer.locator('[data-cy="viewport-pane"]')).not.toContainText('Prior')
  await openReading(page, study)
  const notice = page.getByText('Some images have not appeared yet.')
  await expect(notice).toBeVisible()
  // Neither lies over the other.
  const inFrame = page.frameLocator(front).getByText('This image has not appeared yet.')
  await expect(inFrame).toBeVisible()
  const [upper, lower] = [await inFrame.boundingBox(), await notice.boundingBox()]
  expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThan(lower?.y ?? 0)
  for (const route of held) await route.continue()
  await page.context().unroute('**/frames/**')
  await expectPixels(viewer)
  await expect(note).toBeHidden()
  await expect(notice).toBeHidden()
})

test('the viewer shows a study whose UID contains letters, as some devices write them, and opens the middle of its stack', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const phantom = makePhantom('Letters', 9)
  const uid = `${phantom.uid.slice(0, -4)}.ABC`
  const files = Array.from(phantom.files(), ({ fileName, bytes }) => ({
    fileName,
    bytes: Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(phantom.uid, uid), 'latin1'),
  }))
  await sendFiles(system, stage.aeTitle, files)
  await assignTo(adminApi, await untilSettled({ db, adminApi }, uid), stage.doctor)
  const viewer = await openViewer(await enter(stage.doctor), phantom.name)
  await expectPixels(viewer)
  await expect(viewer.getByText(/\(5\/9\)/)).toBeVisible()
  await expect(viewer.getByText('EMERGENCY')).toBeHidden()
})

test('a doctor reads and compares the priors of a study in its viewer', async ({ system, stage, db, adminApi, enter }) => {
  const phantom = makePhantom('Priors')
  const prior = phantom.prior('2024-03-01')
  await sendFiles(system, stage.aeTitle, prior.files())
  await sendFiles(system, stage.aeTitle, phantom.files())
  const earlier = await untilSettled({ db, adminApi }, prior.uid)
  const current = await untilSettled({ db, adminApi }, phantom.uid)
  await assignTo(adminApi, current, stage.doctor)
  const openings = async () => (await listStudyEvents(db, earlier._id)).filter(({ event }) => event === 'prior_opened').length

  const page = await enter(stage.doctor)
  const viewer = await openViewer(page, phantom.name)
  await expectPixels(viewer)
  await viewer.getByRole('button', { name: 'Patient details' }).click()
  const record = page.getByRole('dialog', { name: 'Patient details' })
  await expect(record).toContainText(phantom.name)
  await page.keyboard.press('Escape')
  // The viewer's study panel, which found the prior by the patient's ID.
  await expect(viewer.getByText('Prior of 2024-03-01')).toBeVisible()
  expect(await openings()).toBe(0)
  await viewer.getByText('Prior of 2024-03-01').click()
  await expect.poll(openings).toBe(1)

  const doctorApi = await signIn(system.url, stage.doctor.email, password)
  const { priors } = await doctorApi.call(priorEndpoints.list, { params: { studyId: current._id } })
  expect(priors.map(({ studyInstanceUID }) => studyInstanceUID)).toEqual([prior.uid])
  const body = { purpose: 'viewer', studyId: current._id, priorId: earlier._id } as const
  const { url } = await doctorApi.call(authEndpoints.createTicket, { body })
  const comparison = await page.context().newPage()
  const drawn = [phantom, prior].map(({ uid }) =>
    comparison.waitForResponse(
      (answer) => answer.ok() && answer.url().includes(`/studies/${uid}/`) && /frames/.test(answer.url()),
    ),
  )
  await comparison.goto(url)
  await Promise.all(drawn)
  const canvases = comparison.locator('[data-cy="viewport-pane"] canvas.cornerstone-canvas')
  await expect(canvases).toHaveCount(2)
  await expect(comparison.locator('[data-cy="viewport-pane"]')).toHaveCount(2)
  for (const index of [0, 1]) {
    await expect.poll(async () => (await canvasPixels(canvases.nth(index))).spread, { timeout: 30_000 }).toBeGreaterThan(5)
  }
  expect(await fetchStatus(comparison, `/dicom-web/studies/${prior.uid}/series`)).toBe(200)
  await doctorApi.signOut()
})
