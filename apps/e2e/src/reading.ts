import type { Locator, Page } from '@playwright/test'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies'
import type { Db } from '@readroom/db/client'
import { createStudy } from '@readroom/db/testing/factories'
import type { ApiSession } from '@readroom/demo/api-client'
import type { Person, Stage } from './people.ts'
import { assignTo } from './studies.ts'
import { expect } from './test.ts'

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

export async function openReading(page: Page, { _id }: WorklistRow, list = 'tab=all&date=all'): Promise<Locator> {
  await page.goto(`/reading/${_id}?list=${encodeURIComponent(list)}`)
  return reportOf(page)
}

/** The text of the report that is written. */
export const reportOf = (page: Page): Locator => page.getByRole('textbox', { name: /^(Report|Addendum|Correction) of / })
export const sectionOf = (page: Page, name: string): Locator => reportOf(page).getByRole('region', { name })

/** Writes into a section, found by its key. */
export async function writeIn(page: Page, place: number, text: string): Promise<void> {
  await expect(reportOf(page)).toHaveAttribute('contenteditable', 'true')
  await page.keyboard.press(`Alt+Digit${place}`)
  await expect(reportOf(page)).toBeFocused()
  await page.keyboard.type(text)
}

export const savedAt = (page: Page): Locator => page.getByRole('status').filter({ hasText: /^Saved \d\d:\d\d:\d\d$/ })
