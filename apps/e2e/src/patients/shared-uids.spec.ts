import type { Page } from '@playwright/test'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { expectDrawn } from '../core/reading.ts'
import { makePhantom, sendFiles } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'

const side = 64
const pixels = {
  StudyDate: '20260102',
  Rows: side,
  Columns: side,
  BitsAllocated: 16,
  BitsStored: 12,
  HighBit: 11,
  PixelRepresentation: 0,
  SamplesPerPixel: 1,
  PhotometricInterpretation: 'MONOCHROME2',
  WindowCenter: '2048',
  WindowWidth: '4096',
  PixelData: Uint16Array.from({ length: side * side }, (_, at) => (at % side) * 64).buffer,
  _vrMap: { PixelData: 'OW' },
}

/** Returns the name of a patient, and two images of them under UIDs that others may have. */
function imagesUnder(uids: { StudyInstanceUID: string; SeriesInstanceUID: string }) {
  const { name, patientId } = makePhantom('Twin')
  const image = { ...pixels, ...uids, PatientID: patientId, PatientName: name }
  const files = ['1', '2'].map((InstanceNumber) => ({ fileName: InstanceNumber, bytes: makeImage({ ...image, InstanceNumber }) }))
  return { name, patientId, files }
}

/** Opens the images of a study on the reading page. Returns the names of all patients whose images the viewer read. */
async function openImages(page: Page, { _id }: WorklistRow): Promise<string[]> {
  const names = new Set<string>()
  page.on('response', async (answer) => {
    if (!answer.ok() || !/\/dicom-web\/.*\/metadata/.test(answer.url())) return
    for (const name of (await answer.text()).match(/Phantom Ada Twin \w+/g) ?? []) names.add(name)
  })
  await page.goto(`/reading/${_id}`)
  await expectDrawn(page)
  page.removeAllListeners('response')
  return [...names]
}

test('two studies that share UIDs show each its own images, after an administrator gives one a new study UID if they share it', async ({
  system,
  stage,
  db,
  adminApi,
  enter,
}) => {
  const [shared, SeriesInstanceUID] = [newUid(), newUid()]
  const [one, two, three] = [shared, shared, newUid()].map((StudyInstanceUID) =>
    imagesUnder({ StudyInstanceUID, SeriesInstanceUID }),
  )
  const bring = async ({ files, patientId }: ReturnType<typeof imagesUnder>) => {
    await sendFiles(system, stage.aeTitle, files)
    const settled = `select id from studies where dicom_patient_id = '${patientId}' and settled_at is not null`
    const find = async () => (await db.execute<{ id: string }>(settled)).rows[0]?.id ?? ''
    await expect.poll(find, { timeout: 30_000, message: 'the study has settled' }).not.toBe('')
    return (await adminApi.call(studyEndpoints.one, { params: { studyId: await find() } })).study
  }
  if (!one || !two || !three) throw new Error('no images')
  const [first, second, third] = [await bring(one), await bring(two), await bring(three)]
  expect(third.flags).toEqual(['sharedSeriesUid'])

  const page = await enter(stage.admin, { path: `/reading/${second._id}` })
  const hidden = page.getByRole('alert').filter({ hasText: 'Another study has the same study UID' })
  await expect(hidden).toBeVisible()
  expect(await openImages(page, third)).toEqual([three.name])

  await page.goto('/admin/identity-reviews?view=uids')
  const twins = page.getByRole('article', { name: `Study UID ${shared}` })
  await twins.getByRole('button', { name: `Give the study of ${two.name} a new UID` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Give new UID' }).click()
  await expect(twins).toHaveCount(0)
  expect(await openImages(page, second)).toEqual([two.name])
  expect(await openImages(page, first)).toEqual([one.name])

  await page.goto('/admin/identity-reviews?view=moves')
  const move = page.getByRole('article', { name: `New study UID: study of ${two.name}` })
  await move.getByRole('button', { name: 'Undo new UID' }).click()
  await page.getByRole('alertdialog', { name: 'Undo new UID?' }).getByRole('button', { name: 'Undo new UID' }).click()
  await expect(page.getByRole('article', { name: `Undone: study of ${two.name}` })).toBeVisible()
  await page.goto(`/reading/${second._id}`)
  await expect(hidden).toBeVisible()
})
