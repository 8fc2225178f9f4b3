import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { expectDrawn, front, keyboardOf, openReading, reportOf, untilWriting } from '../core/reading.ts'
import { assignTo, sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'

const side = 64
const slices = 20
const planes = {
  axial: { orientation: [1, 0, 0, 0, 1, 0], at: (z: number) => [0, 0, z] },
  coronal: { orientation: [1, 0, 0, 0, 0, -1], at: (y: number) => [0, y, 0] },
} as const
const grey = Uint16Array.from({ length: side * side }, (_, at) => 1024 + (at % side))

type Stack = { uid: string; date: string; description: string; plane: keyof typeof planes; series: number }

/** Makes a CT stack with a frame of reference of its own. */
function* stack(patient: { PatientID: string; PatientName: string }, { uid, date, description, plane, series }: Stack) {
  const { orientation, at } = planes[plane]
  const [seriesUid, frame] = [newUid(), newUid()]
  for (let slice = 0; slice < slices; slice += 1) {
    const bytes = makeImage({
      ...patient,
      StudyInstanceUID: uid,
      SeriesInstanceUID: seriesUid,
      FrameOfReferenceUID: frame,
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.2',
      Modality: 'CT',
      BodyPartExamined: 'HEAD',
      StudyDate: date,
      StudyDescription: description,
      SeriesNumber: `${series}`,
      SeriesDescription: `${plane} ${series}`,
      InstanceNumber: `${slice + 1}`,
      ImageOrientationPatient: orientation.map(String),
      ImagePositionPatient: at(slice * 5).map(String),
      PixelSpacing: ['1', '1'],
      SliceThickness: '5',
      Rows: side,
      Columns: side,
      BitsAllocated: 16,
      BitsStored: 12,
      HighBit: 11,
      PixelRepresentation: 0,
      SamplesPerPixel: 1,
      PhotometricInterpretation: 'MONOCHROME2',
      RescaleIntercept: '-1024',
      RescaleSlope: '1',
      _vrMap: { PixelData: 'OW' },
      PixelData: grey.buffer,
    })
    yield { fileName: `${series}-${slice}.dcm`, bytes }
  }
}

type Shown = {
  series: string
  image: number | null
  width: number
  pan: string
  protocol: string
  viewports: number
  scale: number
}

/** Returns what each viewport shows, and whether the tool of a button works. */
const shown = (page: Page): Promise<Shown[]> =>
  page
    .frameLocator(front)
    .locator('body')
    .evaluate((body) => {
      const { services } = Object(body.ownerDocument.defaultView)
      const grid = services.viewportGridService.getState()
      const { protocol } = services.hangingProtocolService.getActiveProtocol()
      return [...grid.viewports.values()].map(({ viewportId, displaySetInstanceUIDs }) => {
        const viewport = services.cornerstoneViewportService.getCornerstoneViewport(viewportId)
        const set = services.displaySetService.getDisplaySetByUID(displaySetInstanceUIDs[0])
        const { upper, lower } = viewport?.getProperties?.()?.voiRange ?? {}
        return {
          series: `${set?.SeriesDescription}`,
          image: viewport?.getCurrentImageIdIndex?.() ?? null,
          width: Math.round(upper - lower),
          pan: (viewport?.getPan?.() ?? []).map(Math.round).join(),
          protocol: protocol.id,
          viewports: grid.viewports.size,
          scale: viewport?.getCamera?.() ? (2 * viewport.getCamera().parallelScale) / viewport.canvas.height : 0,
        }
      })
    })
const active = async (page: Page) => (await shown(page))[0]

/** Drags over the middle of the first viewport until that has an effect. The viewer ignores a press so soon after another that it may be a double click. */
const dragUntil = (page: Page, button: 'left' | 'middle' | 'right', hasEffect: () => Promise<boolean>) =>
  expect(async () => {
    await drag(page, button)
    expect(await hasEffect()).toBe(true)
  }).toPass({ timeout: 20_000 })

async function drag(page: Page, button: 'left' | 'middle' | 'right'): Promise<void> {
  const box = await page.frameLocator(front).locator('[data-cy="viewport-pane"]').first().boundingBox()
  if (!box) throw new Error('no viewport')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down({ button })
  await page.mouse.move(x + 40, y + 30, { steps: 4 })
  await page.mouse.up({ button })
}

/** Opens the list of keys at those of the images. */
async function openKeys(page: Page) {
  await page.keyboard.press('Alt+KeyK')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await dialog.getByRole('tab', { name: 'Images' }).click()
  return dialog
}

test('a reader binds keys and mouse buttons of the images, and none of them reaches the report', async ({
  system,
  stage,
  db,
  adminApi,
  enter,
}) => {
  const patient = { PatientID: randomUUID().slice(0, 13), PatientName: `Keys^Kim ${stage.tag}` }
  const [uid, priorUid] = [newUid(), newUid()]
  const of = (studyUid: string, date: string) => ({ uid: studyUid, date, description: 'CT head' })
  const today = of(uid, '20260102')
  const before = of(priorUid, '20250102')
  await sendFiles(system, stage.aeTitle, stack(patient, { ...before, plane: 'axial', series: 1 }))
  await sendFiles(system, stage.aeTitle, [
    ...stack(patient, { ...today, plane: 'axial', series: 1 }),
    ...stack(patient, { ...today, plane: 'coronal', series: 2 }),
  ])
  const prior = await untilSettled({ db, adminApi }, priorUid)
  const study = await untilSettled({ db, adminApi }, uid)
  for (const one of [prior, study]) await assignTo(adminApi, one, stage.doctor)
  const page = await enter(stage.doctor)
  await openReading(page, study)
  await expectDrawn(page)
  await untilWriting(page)
  const begun = await reportOf(page).textContent()
  const press = (...keys: string[]) => keys.reduce((last, key) => last.then(() => page.keyboard.press(key)), Promise.resolve())
  const canvas = () => page.frameLocator(front).locator('[data-cy="viewport-pane"] canvas.cornerstone-canvas').first()
  await expect(keyboardOf(page, 'images')).toBeVisible()

  await test.step('windows, series, MPR and 1:1 have keys', async () => {
    const own = (await active(page))?.width
    await press('4')
    await expect.poll(async () => (await active(page))?.width).toBe(79)
    await press('5')
    await expect.poll(async () => (await active(page))?.width).toBe(39)
    await press('0')
    await expect.poll(async () => (await active(page))?.width).toBe(own)
    await press('o')
    await expect.poll(async () => (await active(page))?.scale).toBeCloseTo(1, 5)
    await press('b')
    await press('PageDown')
    await expect.poll(async () => (await active(page))?.series).toBe('coronal 2')
    await press('PageUp')
    await expect.poll(async () => (await active(page))?.series).toBe('axial 1')
    await press('m')
    await expect.poll(async () => (await active(page))?.protocol).toBe('mpr')
    await press('m')
    await expect.poll(async () => (await active(page))?.protocol).not.toBe('mpr')
    await expectDrawn(page)
  })

  await test.step('a key that the page needs, or another command has, is refused at the command', async () => {
    const dialog = await openKeys(page)
    await dialog.getByRole('button', { name: 'Add a key for MPR, or back' }).click()
    await press('F9')
    await expect(dialog.getByRole('alert')).toHaveText('F9 moves the keyboard between images and report.')
    await press('z')
    await expect(dialog.getByRole('alert')).toHaveText('Z is “Zoom”. Remove it there first.')
    await press('q')
    await expect(dialog.getByRole('button', { name: 'Remove Q from MPR, or back' })).toBeVisible()
    await press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('the new key works at once, is named beside the tool, and is there after a reload', async () => {
    await canvas().click()
    await press('q')
    await expect.poll(async () => (await active(page))?.protocol).toBe('mpr')
    await press('q')
    await expect.poll(async () => (await active(page))?.protocol).not.toBe('mpr')
    await page.reload()
    await expectDrawn(page)
    await untilWriting(page)
    await page.frameLocator(front).locator('[data-cy="MoreTools-split-button-secondary"]').click()
    await expect(page.frameLocator(front).getByText('MPR (M, Q)')).toBeVisible()
    await press('Escape')
  })

  await test.step('another set has other keys and mouse buttons', async () => {
    await canvas().click()
    const first = await active(page)
    await dragUntil(page, 'right', async () => (await active(page))?.scale !== first?.scale)
    await dragUntil(page, 'middle', async () => (await active(page))?.pan !== first?.pan)
    expect((await active(page))?.width).toBe(first?.width)
    const dialog = await openKeys(page)
    await dialog.getByLabel('Set of keys').selectOption('function-keys')
    await expect(dialog.getByLabel('Right button')).toHaveValue('window')
    await dialog.getByLabel('Wheel', { exact: true }).selectOption('zoom')
    await expect(dialog.getByLabel('Wheel', { exact: true })).toBeEnabled()
    await press('Escape')
    await canvas().click()
    const then = await active(page)
    await dragUntil(page, 'right', async () => (await active(page))?.width !== then?.width)
    await press('F2')
    await expect.poll(async () => (await active(page))?.width).toBe(79)
    await page.mouse.wheel(0, 100)
    await expect.poll(async () => (await active(page))?.scale).not.toBe(then?.scale)
    expect((await active(page))?.image).toBe(then?.image)
  })

  await test.step('the same plane of the prior scrolls along, another plane does not', async () => {
    expect(await reportOf(page).textContent()).toBe(begun)
    await press('Alt+KeyB')
    await expectDrawn(page)
    const images = async () => (await shown(page)).map(({ series, image }) => `${series}: ${image}`)
    const middle = slices / 2
    await expect.poll(images).toEqual([`axial 1: ${middle}`, `axial 1: ${middle}`])
    await canvas().click()
    await press('ArrowDown', 'ArrowDown', 'ArrowDown')
    await expect.poll(images).toEqual([`axial 1: ${middle + 3}`, `axial 1: ${middle + 3}`])
    await expect(page.frameLocator(front).getByText('Scrolls together')).toHaveCount(2)
    await press('PageDown')
    await expect.poll(async () => (await active(page))?.series).toBe('coronal 2')
    await expectDrawn(page)
    const start = (await active(page))?.image ?? 0
    await press('ArrowDown', 'ArrowDown')
    await expect.poll(images).toEqual([`coronal 2: ${start + 2}`, `axial 1: ${middle + 3}`])
    await expect(page.frameLocator(front).getByText('Scrolls together')).toHaveCount(0)
  })

  const text = await reportOf(page).textContent()
  expect(text?.replace('inserted from 02/01/2025CT head of 02/01/2025.', '')).toBe(begun)
})
