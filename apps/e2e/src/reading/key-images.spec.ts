import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../core/accessibility.ts'
import { countPictures, pagesOf } from '../core/pdf.ts'
import { password } from '../core/people.ts'
import { bring, expectDrawn, front, measureIn, openReading, savedAt, sectionOf, untilWriting, writeIn } from '../core/reading.ts'
import { expect, test } from '../core/test.ts'

/** Returns how many pixels of a picture have a colour. The images are grey, and annotations on them are not. */
const colouredIn = (picture: Locator) => picture.evaluate(countColoured)
function countColoured(element: unknown): number {
  const context = new OffscreenCanvas(400, 400).getContext('2d')
  if (!context || !(element instanceof HTMLImageElement)) return 0
  context.drawImage(element, 0, 0, 400, 400)
  const { data } = context.getImageData(0, 0, 400, 400)
  let coloured = 0
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    if (Math.max(r, g, b) - Math.min(r, g, b) > 24) coloured += 1
  }
  return coloured
}

const keyImagesOf = (page: Page) => page.getByRole('region', { name: 'Key images' })
const captionOf = (page: Page, number: number) => page.getByLabel(`Caption of key image ${number}`)

/** Asks the viewer for a picture of a study, and returns its answer. */
const askFrame = (page: Page, uid: string) =>
  page.locator(front).evaluate(async (element, studyUid) => {
    if (!(element instanceof HTMLIFrameElement) || !element.contentWindow) return null
    const viewer: unknown = Reflect.get(element.contentWindow, 'readroomFrame')
    if (typeof viewer !== 'object' || viewer === null) return null
    const answer = await Reflect.get(viewer, 'keyImage').call(viewer, studyUid, 1024)
    return { sop: answer.sopInstanceUid, picture: answer.picture ?? null }
  }, uid)

/** Returns how many pixels of the viewer's picture have a colour. */
async function colouredInFrame(page: Page, uid: string): Promise<number> {
  const picture = await page.evaluateHandle(
    async (src) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return image
    },
    (await askFrame(page, uid))?.picture,
  )
  return picture.evaluate(countColoured)
}

test('key images are taken, captioned, moved and signed, and appear on the report page, in the PDF and for the laboratory', async ({
  db,
  system,
  stage,
  adminApi,
  enter,
}) => {
  const [study] = await bring({ system, stage, db, adminApi }, ['Keyed'])
  if (!study) throw new Error('the study did not come')
  const page = await enter(stage.doctor)
  await openReading(page, study)
  await expectDrawn(page)
  await expect(keyImagesOf(page)).toHaveCount(0)
  await writeIn(page, 5, 'Effusion')
  await page.keyboard.press('Alt+KeyY')
  const impression = sectionOf(page, 'Impression')
  await expect(impression).toContainText(/Effusion \(key image 1: series 1, image \d+\)/)
  await test.step('the picture of a mirrored image says so', async () => {
    const mirrored = page.frameLocator(front).getByText('Mirrored', { exact: true })
    await page.keyboard.press('F9')
    await page.keyboard.press('h')
    await expect(mirrored).toBeVisible()
    expect(await colouredInFrame(page, study.studyInstanceUID)).toBeGreaterThan(20)
    await page.keyboard.press('h')
    await expect(mirrored).toBeHidden()
    expect(await colouredInFrame(page, study.studyInstanceUID)).toBe(0)
  })
  await measureIn(page)
  await writeIn(page, 5, ', lesion')
  await page.keyboard.press('Alt+KeyY')
  await expect(impression).toContainText(/lesion \(key image 2: series 1, image \d+\)/)

  await test.step('the picture includes the measurement and shows no other study', async () => {
    const pictures = keyImagesOf(page).getByRole('img')
    await expect(pictures).toHaveCount(2)
    expect(await colouredIn(pictures.nth(0))).toBe(0)
    expect(await colouredIn(pictures.nth(1))).toBeGreaterThan(20)
    expect(await askFrame(page, study.studyInstanceUID)).toMatchObject({ picture: expect.stringContaining('data:image/') })
    expect(await askFrame(page, '1.2.3.4')).toMatchObject({ picture: null, sop: expect.any(String) })
  })

  await test.step('captions and order are saved, and the text follows the numbers', async () => {
    await captionOf(page, 2).fill('The lesion')
    await page.keyboard.press('Alt+ArrowUp')
    await expect(captionOf(page, 1)).toBeFocused()
    await expect(captionOf(page, 1)).toHaveValue('The lesion')
    await expect(impression).toContainText(/Effusion \(key image 2: .*, lesion \(key image 1: /)
    await page.keyboard.press('Tab')
    await expect(savedAt(page)).toBeVisible()
    await expect(async () => {
      await page.reload()
      await expect(captionOf(page, 1)).toHaveValue('The lesion', { timeout: 5_000 })
    }).toPass()
    await expect(keyImagesOf(page).getByRole('img')).toHaveCount(2)
    await expect(impression).toContainText(/Effusion \(key image 2: .*, lesion \(key image 1: /)
    await expectAccessible(page, 'key images', { include: '[aria-label="Key images"]' })
  })

  await test.step('offline no key image is taken, and the report says so', async () => {
    await expectDrawn(page)
    await untilWriting(page)
    await page.context().setOffline(true)
    await page.keyboard.press('Alt+Digit5')
    await page.keyboard.press('Alt+KeyY')
    await expect(page.getByText('No key image added')).toBeVisible()
    await page.context().setOffline(false)
    await expect(keyImagesOf(page).getByRole('img')).toHaveCount(2)
  })

  await writeIn(page, 4, 'Fine.')
  await page.keyboard.press('Alt+Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign report' })
  await dialog.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/doctor\/dashboard/)

  const staff = await enter(stage.staff, { path: `/studies/${study._id}/report` })
  await expect(keyImagesOf(staff).getByRole('img')).toHaveCount(2)
  await expect(keyImagesOf(staff).getByRole('img', { name: /^Picture of series 1, image \d+: The lesion$/ })).toBeVisible()
  expect(await colouredIn(keyImagesOf(staff).getByRole('img').first())).toBeGreaterThan(20)
  const [download] = await Promise.all([
    staff.waitForEvent('download'),
    staff.getByRole('button', { name: 'Download PDF' }).first().click(),
  ])
  const pdf = await readFile(await download.path())
  expect((await pagesOf(pdf)).join(' ')).toMatch(/Key images .*Key image 1 , series 1, image \d+ .*The lesion/)
  expect(countPictures(pdf)).toBe(2)
})
