import type { FrameLocator, Locator, Page } from '@playwright/test'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies'
import type { Db } from '@readroom/db/client'
import { createStudy } from '@readroom/db/testing/factories'
import type { ApiSession } from '@readroom/demo/api-client'
import type { Person, Stage } from './people.ts'
import { assignTo, makePhantom, sendFiles, untilSettled } from './studies.ts'
import type { System } from './system.ts'
import { expect } from './test.ts'
import { canvasPixels } from './viewer.ts'

type Seeding = { db: Db; stage: Stage; adminApi: ApiSession }
type Fields = Parameters<typeof createStudy>[1]

/** A study without images that somebody has to read. */
export async function seedReading(
  { db, stage, adminApi }: Seeding,
  doctors: Person[],
  fields: Fields = {},
): Promise<WorklistRow> {
  const { id } = await createStudy(db, {
    ...{ labId: stage.labId, status: 'pending_assignment', settledAt: new Date(), description: 'CT right knee' },
    ...{ patientName: `Read ${stage.tag}`, patientId: `R-${stage.tag}`, patientSex: 'F' },
    ...fields,
  })
  const { study } = await adminApi.call(studyEndpoints.one, { params: { studyId: id } })
  await assignTo(adminApi, study, ...doctors)
  return study
}

/** Returns the address of a study's reading page, opened from a list. */
export const readingPath = ({ _id }: WorklistRow, list = 'tab=all&date=all') => `/reading/${_id}?list=${encodeURIComponent(list)}`

export async function openReading(page: Page, study: WorklistRow, list?: string): Promise<Locator> {
  await page.goto(readingPath(study, list))
  return reportOf(page)
}

/** The text of the report that is written. */
export const reportOf = (page: Page): Locator => page.getByRole('textbox', { name: /^(Report|Addendum|Correction) of / })
export const sectionOf = (page: Page, name: string): Locator => reportOf(page).getByRole('region', { name })

/** Waits until the double-press window after the study's appearance has passed. */
export const untilSignable = (page: Page) => expect(page.getByRole('button', { name: /^Sign and next/ })).toBeEnabled()

/** Writes into a section, found by its key. */
export async function writeIn(page: Page, place: number, text: string): Promise<void> {
  await expect(reportOf(page)).toHaveAttribute('contenteditable', 'true')
  await untilSignable(page)
  await page.keyboard.press(`Alt+Digit${place}`)
  await expect(reportOf(page)).toBeFocused()
  await page.keyboard.type(text)
}

export const savedAt = (page: Page): Locator => page.getByRole('status').filter({ hasText: /^Saved \d\d:\d\d:\d\d$/ })

type Bringing = { system: System; stage: Stage; db: Db; adminApi: ApiSession }

/** Studies with images that the doctor has to read, in the order of their patients' names. */
export async function bring({ system, stage, db, adminApi }: Bringing, tags: readonly string[]): Promise<WorklistRow[]> {
  const phantoms = tags.map((tag) => makePhantom(tag))
  for (const phantom of phantoms) await sendFiles(system, stage.aeTitle, phantom.files())
  const studies = await Promise.all(phantoms.map(({ uid }) => untilSettled({ db, adminApi }, uid)))
  for (const study of studies) await assignTo(adminApi, study, stage.doctor)
  return studies
}

/** The frame of images in front. */
export const front = 'iframe[data-images]'
const drawnIn = (frame: FrameLocator) => frame.locator('[data-cy="viewport-pane"] canvas.cornerstone-canvas').first()

export async function expectDrawn(page: Page): Promise<void> {
  await expect(page.locator(front)).toHaveCSS('opacity', '1', { timeout: 40_000 })
  await expect
    .poll(async () => (await canvasPixels(drawnIn(page.frameLocator(front)))).spread, { timeout: 40_000 })
    .toBeGreaterThan(5)
}

/** Draws a length in the images. */
export async function measureIn(page: Page): Promise<void> {
  const frame = page.frameLocator(front)
  await frame.locator('[data-cy="MeasurementTools-split-button-primary"]').click()
  const box = await frame.locator('[data-cy="viewport-pane"]').first().boundingBox()
  if (!box) throw new Error('no viewport')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x - 60, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y + 30, { steps: 5 })
  await page.mouse.up()
}
