import type { Locator, Page } from '@playwright/test'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { front, openReading } from '../core/reading.ts'
import { assignTo, makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'

const side = 64

const greyImage = {
  StudyDate: '20260102',
  Rows: side,
  Columns: side,
  BitsAllocated: 16,
  BitsStored: 12,
  HighBit: 11,
  PixelRepresentation: 0,
  SamplesPerPixel: 1,
  PhotometricInterpretation: 'MONOCHROME2',
  _vrMap: { PixelData: 'OW' },
}

/** Returns the grey value in the middle of an image, 0 to 1. */
const greyOf = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) return 0
    const sheet = new OffscreenCanvas(element.width, element.height).getContext('2d')
    sheet?.drawImage(element, 0, 0)
    return (sheet?.getImageData(element.width / 2, element.height / 2, 1, 1).data[0] ?? 0) / 255
  })

const viewport = (page: Page) => page.frameLocator(front).locator('[data-cy="viewport-pane"]').first()

/** Returns images of one series in the order in which the archive gets them. */
function* unordered(uid: string, patient: { PatientID: string; PatientName: string }) {
  const [cines, stills] = [newUid(), newUid()]
  const image = { ...patient, ...greyImage, StudyInstanceUID: uid }
  for (const number of ['10', '2', '3', '1']) {
    const frames = { NumberOfFrames: '2', PixelData: new Uint16Array(side * side * 2).fill(500).buffer }
    const series = { SeriesInstanceUID: cines, SeriesNumber: '1', SeriesDescription: 'Cines' }
    const tags = { SOPClassUID: '1.2.840.10008.5.1.4.1.1.3.1', Modality: 'US', InstanceNumber: number }
    yield { fileName: `cine-${number}.dcm`, bytes: makeImage({ ...image, ...series, ...tags, ...frames }) }
  }
  for (const second of ['03', '01', '02']) {
    const series = { SeriesInstanceUID: stills, SeriesNumber: '2', SeriesDescription: 'Unnumbered' }
    const tags = {
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.7',
      Modality: 'OT',
      ContentDate: '20260102',
      ContentTime: `1000${second}`,
    }
    const pixels = new Uint16Array(side * side).fill(Number(second) * 1_000).buffer
    yield {
      fileName: `still-${second}.dcm`,
      bytes: makeImage({ ...image, ...series, ...tags, PixelData: pixels, WindowCenter: '2048', WindowWidth: '4096' }),
    }
  }
}

test('images of one series come in the order of their numbers, or of their times', async ({
  system,
  stage,
  db,
  adminApi,
  enter,
}) => {
  const { patientId, name } = makePhantom('Order')
  const uid = newUid()
  await sendFiles(system, stage.aeTitle, unordered(uid, { PatientID: patientId, PatientName: name }))
  const study = await untilSettled({ db, adminApi }, uid)
  await assignTo(adminApi, study, stage.doctor)
  const page = await enter(stage.doctor)
  await openReading(page, study)
  const series = page.getByRole('navigation', { name: 'Series of the study' }).getByRole('listitem')
  await expect(series).toContainText([
    '1 Cines, image 1',
    '1 Cines, image 2',
    '1 Cines, image 3',
    '1 Cines, image 10',
    '2 Unnumbered',
  ])
  await series.filter({ hasText: 'Unnumbered' }).getByRole('button').click()
  await expect(viewport(page)).toContainText('Unnumbered')
  const brightness = async () => Math.round((await greyOf(viewport(page).locator('canvas.cornerstone-canvas'))) * 4.095)
  await viewport(page).click()
  for (const [key, place, grey] of [
    ['Home', '1/3', 1],
    ['ArrowDown', '2/3', 2],
    ['ArrowDown', '3/3', 3],
  ] as const) {
    await page.keyboard.press(key)
    await expect(viewport(page)).toContainText(place)
    await expect.poll(brightness).toBe(grey)
  }
  await expect(viewport(page)).not.toContainText('NaN')
})
