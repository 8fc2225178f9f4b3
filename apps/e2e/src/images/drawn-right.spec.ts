import type { Locator, Page } from '@playwright/test'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { expectDrawn, front, openReading } from '../core/reading.ts'
import { assignTo, makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'

const side = 256
/** A ramp from 0 at the top to 4095 at the bottom. */
const ramp = Uint16Array.from({ length: side * side }, (_, at) => Math.round((Math.floor(at / side) / (side - 1)) * 4095))

/** The parts of the ramp that are looked at. */
const places = [0.1, 0.3, 0.36, 0.45, 0.55, 0.64, 0.9]

const clamp = (value: number) => Math.min(1, Math.max(0, value))
const linear = (center: number, width: number) => (x: number) => clamp((x - center + 0.5) / (width - 1) + 0.5)
const exact = (center: number, width: number) => (x: number) => clamp((x - center) / width + 0.5)
const sigmoid = (center: number, width: number) => (x: number) => 1 / (1 + Math.exp((-4 * (x - center)) / width))
const inverted = (curve: (x: number) => number) => (x: number) => 1 - curve(x)
const all = linear(2048, 4096)

const windowOf = (WindowCenter: unknown, WindowWidth: unknown, VOILUTFunction?: string) => ({
  ...(WindowCenter !== undefined && { WindowCenter }),
  ...(WindowWidth !== undefined && { WindowWidth }),
  ...(VOILUTFunction !== undefined && { VOILUTFunction }),
})

/** Windows as scanners write them, and the curve that they mean (PS3.3 section C.11.2.1). */
const windows: [name: string, tags: Record<string, unknown>, curve: (x: number) => number][] = [
  ['LINEAR', windowOf('2048', '1024', 'LINEAR'), linear(2048, 1024)],
  ['SIGMOID', windowOf('2048', '1024', 'SIGMOID'), sigmoid(2048, 1024)],
  [
    'SIGMOID of MONOCHROME1',
    { ...windowOf('2048', '1024', 'SIGMOID'), PhotometricInterpretation: 'MONOCHROME1' },
    inverted(sigmoid(2048, 1024)),
  ],
  ['LINEAR_EXACT', windowOf('2048', '1024', 'LINEAR_EXACT'), exact(2048, 1024)],
  ['LINEAR_EXACT below 1', windowOf('2048', '0.5', 'LINEAR_EXACT'), exact(2048, 0.5)],
  ['an unknown function', windowOf('2048', '1024', 'CUBIC'), linear(2048, 1024)],
  ['several windows', windowOf(['1024', '3000'], ['512', '200'], 'SIGMOID'), sigmoid(1024, 512)],
  ['several windows, the first zero', windowOf(['0', '2048'], ['0', '1024']), linear(2048, 1024)],
  ['no window', {}, all],
  ['no width', windowOf('2048', undefined), all],
  ['a width of zero', windowOf('0', '0', 'SIGMOID'), all],
  ['a negative width', windowOf('2048', '-1024'), all],
  ['a width of 1', windowOf('2048', '1'), all],
  ['a retired kind of image', { ...windowOf('2048', '1024'), SOPClassUID: '1.2.840.10008.5.1.4.1.1.6' }, linear(2048, 1024)],
]

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

function* mammograms(uid: string, patient: { PatientID: string; PatientName: string }) {
  for (const [at, [name, tags]] of windows.entries()) {
    const bytes = makeImage({
      ...patient,
      StudyInstanceUID: uid,
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.1.2',
      Modality: 'MG',
      SeriesNumber: `${at + 1}`,
      InstanceNumber: '1',
      SeriesDescription: name,
      ...greyImage,
      PixelData: ramp.buffer,
      ...tags,
    })
    yield { fileName: `${at}.dcm`, bytes }
  }
}

/** Returns the grey values, 0 to 1, along the middle of a square image that fills its canvas. */
const greysAt = (canvas: Locator): Promise<number[]> =>
  canvas.evaluate((element, parts) => {
    if (!(element instanceof HTMLCanvasElement)) return []
    const sheet = new OffscreenCanvas(element.width, element.height).getContext('2d')
    if (!sheet) return []
    sheet.drawImage(element, 0, 0)
    const [middle, half] = [element.height / 2, Math.min(element.width, element.height) / 2]
    return parts.map((part) => {
      const y = Math.round(middle + (part * 2 - 1) * half)
      return (sheet.getImageData(Math.round(element.width / 2), y, 1, 1).data[0] ?? 0) / 255
    })
  }, places)

const viewport = (page: Page) => page.frameLocator(front).locator('[data-cy="viewport-pane"]').first()

test('every window that a mammogram may have is drawn as the standard says', async ({ system, stage, db, adminApi, enter }) => {
  const { patientId, name } = makePhantom('Windows')
  const uid = newUid()
  await sendFiles(system, stage.aeTitle, mammograms(uid, { PatientID: patientId, PatientName: name }))
  const study = await untilSettled({ db, adminApi }, uid)
  await assignTo(adminApi, study, stage.doctor)
  const page = await enter(stage.doctor)
  await openReading(page, study)
  await expectDrawn(page)
  const series = page.getByRole('navigation', { name: 'Series of the study' }).getByRole('button')
  for (const [kind, , curve] of windows) {
    await test.step(kind, async () => {
      await series.filter({ has: page.getByText(kind, { exact: true }) }).click()
      await expect(viewport(page)).toContainText(kind)
      const wanted = places.map((part) => curve(part * 4095))
      const difference = async () => {
        const greys = await greysAt(viewport(page).locator('canvas.cornerstone-canvas'))
        return Math.max(...wanted.map((grey, at) => Math.abs(grey - (greys[at] ?? 9))))
      }
      await expect.poll(difference, { timeout: 10_000 }).toBeLessThan(0.04)
    })
  }
})

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
  const brightness = async () =>
    Math.round(((await greysAt(viewport(page).locator('canvas.cornerstone-canvas')))[3] ?? 0) * 4.095)
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
