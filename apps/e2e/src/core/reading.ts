import { randomUUID } from 'node:crypto'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { type Annotations, annotationEndpoints } from '@readroom/contracts/reading/annotations'
import { readingEndpoints } from '@readroom/contracts/reading/reading'
import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import type { Db } from '@readroom/db/core/client'
import { createStudy } from '@readroom/db/testing/factories'
import type { ApiSession } from '@readroom/demo/api-client'
import { type Person, password, type Stage } from './people.ts'
import { assignTo, makePhantom, sendFiles, untilSettled } from './studies.ts'
import type { System } from './system.ts'
import { expect } from './test.ts'
import { canvasPixels } from './viewer.ts'

type Seeding = { db: Db; stage: Stage; adminApi: ApiSession }
type Fields = Parameters<typeof createStudy>[1]

/** Creates a study without images and assigns it to the doctors. */
export async function seedReading(
  { db, stage, adminApi }: Seeding,
  doctors: Person[],
  fields: Fields = {},
): Promise<WorklistRow> {
  const { id } = await createStudy(db, {
    labId: stage.labId,
    status: 'pending_assignment',
    settledAt: new Date(),
    description: 'CT right knee',
    patientName: `Read ${stage.tag}`,
    patientId: `R-${stage.tag}`,
    patientSex: 'F',
    ...fields,
  })
  const { study } = await adminApi.call(studyEndpoints.one, { params: { studyId: id } })
  await assignTo(adminApi, study, ...doctors)
  return study
}

/** Returns the address of a study's reading page, opened from a list. */
const readingPath = ({ _id }: WorklistRow, list = 'tab=all&date=all') => `/reading/${_id}?list=${encodeURIComponent(list)}`

export async function openReading(page: Page, study: WorklistRow, list?: string): Promise<Locator> {
  await page.goto(readingPath(study, list))
  return reportOf(page)
}

/** Returns the text of the report being written. */
export const reportOf = (page: Page): Locator => page.getByRole('textbox', { name: /^(Report|Addendum|Correction) of / })
export const sectionOf = (page: Page, name: string): Locator => reportOf(page).getByRole('region', { name })

/** Waits until the double-press window after the study's appearance has passed. */
export const untilSignable = (page: Page) => expect(page.getByRole('button', { name: /^Sign and next/ })).toBeEnabled()

/** Reads a report to its end, if the dialog asks its signer to read it. */
export async function readWhole(dialog: Locator): Promise<void> {
  const text = dialog.getByRole('document', { name: 'Text of the report' })
  if (await text.isVisible()) await text.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
}

/** Confirms a signature with the password that the dialog asks for. Returns the dialog. */
export async function confirmWithPassword(page: Page, typed = password): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Sign report' })
  await expect(dialog.getByLabel('Your password')).toBeVisible()
  await readWhole(dialog)
  await dialog.getByLabel('Your password').fill(typed)
  await page.keyboard.press('Enter')
  return dialog
}

/** Waits until the window writes the report, whoever has the keyboard. */
export const untilWriting = (page: Page, timeout?: number) =>
  expect(reportOf(page)).toHaveAttribute('aria-readonly', 'false', { ...(timeout && { timeout }) })

/** The bar that says which half of the page has the keyboard. */
export const keyboardOf = (page: Page, owner: 'images' | 'report'): Locator => page.getByText(`Keyboard: ${owner}`)

/** Gives the report the keyboard, if the images have it. The cursor is then where it was left, or in the findings. */
export async function giveReportKeyboard(page: Page): Promise<void> {
  await untilWriting(page)
  // Earlier keys are taken for those of the study before.
  await untilSignable(page)
  if (await keyboardOf(page, 'images').isVisible()) await page.keyboard.press('F9')
  await expect(reportOf(page)).toBeFocused()
}

/** Types text into a section, which its key selects. */
export async function writeIn(page: Page, place: number, text: string): Promise<void> {
  await untilWriting(page)
  await untilSignable(page)
  await page.keyboard.press(`Alt+Digit${place}`)
  await expect(reportOf(page)).toBeFocused()
  await page.keyboard.type(text)
}

export const savedAt = (page: Page): Locator => page.getByRole('status').filter({ hasText: /^Saved \d\d:\d\d:\d\d$/ })

type Bringing = { system: System; stage: Stage; db: Db; adminApi: ApiSession }

/** Sends studies with images and assigns them to the doctor, ordered by patient name. */
export async function bring({ system, stage, db, adminApi }: Bringing, tags: readonly string[]): Promise<WorklistRow[]> {
  const phantoms = tags.map((tag) => makePhantom(tag))
  for (const phantom of phantoms) await sendFiles(system, stage.aeTitle, phantom.files())
  const studies = await Promise.all(phantoms.map(({ uid }) => untilSettled({ db, adminApi }, uid)))
  for (const study of studies) await assignTo(adminApi, study, stage.doctor)
  return studies
}

/** The front frame of the images. */
export const front = 'iframe[data-images]'
const drawnIn = (frame: FrameLocator) => frame.locator('[data-cy="viewport-pane"] canvas.cornerstone-canvas').first()

export async function expectDrawn(page: Page): Promise<void> {
  await expect(page.locator(front)).toHaveCSS('opacity', '1', { timeout: 40_000 })
  await expect
    .poll(async () => (await canvasPixels(drawnIn(page.frameLocator(front)))).spread, { timeout: 40_000 })
    .toBeGreaterThan(5)
}

/** Draws a length measurement on the images. */
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

/** Creates a report with these sections. */
export const written = (texts: Record<string, string>): ReportContent => ({
  type: 'doc',
  content: Object.entries(texts).map(([id, text]) => ({
    type: 'section',
    attrs: { id, origin: '' },
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  })),
})

/** `revision`: of the draft that is there. */
type Signing = { kind?: ReportKind; reason?: string; takeOver?: boolean; annotations?: Annotations; revision?: number }

/** Signs a doctor's report through the API, without a browser. */
export async function signByApi(doctor: ApiSession, studyId: string, content: ReportContent, how: Signing = {}): Promise<void> {
  const { kind = 'original', reason = '', takeOver = false, annotations = [], revision: before = 0 } = how
  const [params, windowId] = [{ studyId }, randomUUID()]
  const { fence } = await doctor.call(readingEndpoints.hold, { params, body: { windowId, takeOver } })
  const held = { windowId, fence }
  const { revision } = await doctor.call(readingEndpoints.save, {
    params,
    body: { ...held, revision: before, kind, reason, content },
  })
  if (annotations.length > 0) await doctor.call(annotationEndpoints.keep, { params, body: { ...held, annotations } })
  // No series was displayed.
  const signature = {
    meaning: 'final',
    confirmed: before > 0 ? ['series', 'draft'] : ['series'],
    password,
    requestId: randomUUID(),
  } as const
  await doctor.call(readingEndpoints.sign, { params, body: { ...held, revision, ...signature } })
}
