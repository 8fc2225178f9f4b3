import type { Page } from '@playwright/test'
import type { Db } from '@readroom/db/core/client'
import { insertPatient } from '@readroom/db/patients/patients'
import { createStudy } from '@readroom/db/testing/factories'
import { expectAccessibleAtBothWidths } from '../core/accessibility.ts'
import type { Stage } from '../core/people.ts'
import { expect, test } from '../core/test.ts'
import { rowOf } from '../core/worklist.ts'

/** Creates a finished study of a patient that no other test uses. */
async function seedStudy(db: Db, { tag, labId }: Stage) {
  const [name, patientId] = [`Erased ${tag}`, `E-${tag}`]
  const patientRowId = await insertPatient(db, { labId, patientId })
  if (patientRowId === null) throw new Error('the patient was there')
  const said = { patientName: name, patientId, patientRowId, labId, settledAt: new Date(), reportedAt: new Date() }
  const { id } = await createStudy(db, { ...said, status: 'report_finalized' })
  return { id, name, patientId }
}

async function choose(page: Page, entry: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Privacy', exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('an administrator exports a patient, and downloads the ZIP when it is ready', async ({ enter, stage, db }) => {
  const { patientId, name } = await seedStudy(db, stage)
  const page = await enter(stage.admin, { path: `/patients/${patientId}` })
  await expect(page.getByRole('heading', { name: patientId })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'patient')
  await page.getByRole('button', { name: 'Export data' }).click()
  const asked = page.getByRole('dialog', { name: 'Export patient' })
  await expect(asked.getByRole('row', { name })).toBeVisible()
  await expect(page.getByText(/^1 study/)).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'export')
  await asked.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByText('The export is being created.')).toBeVisible()
  await choose(page, /^Exports and erasures/)
  // Not the notifications, which are a list too and appear before the page does.
  const item = page
    .getByRole('list', { name: 'Exports and erasures' })
    .getByRole('listitem')
    .filter({ hasText: stage.admin.fullName })
  await expect(item).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'exports')
  const download = page.waitForEvent('download')
  await item.getByRole('button', { name: /^Download/ }).click({ timeout: 30_000 })
  expect((await download).suggestedFilename()).toMatch(/^patient-export_\d{4}-\d\d-\d\d\.zip$/)
})

test("a hold prevents an erasure, which requires the ID and a reason and removes the row from the laboratory's open list", async ({
  enter,
  stage,
  db,
}) => {
  const { name, patientId } = await seedStudy(db, stage)
  const lab = await enter(stage.staff, { path: '/lab/dashboard?tab=all&date=all' })
  await expect(rowOf(lab, name)).toBeVisible()
  const page = await enter(stage.admin, { path: `/patients/${patientId}` })
  await test.step("a patient on hold can't be erased until the hold ends", async () => {
    await choose(page, /^Hold/)
    await page
      .getByRole('dialog', { name: 'Hold' })
      .getByLabel(/^Reason/)
      .fill('A court asked for it')
    await page.getByRole('button', { name: 'Put on hold' }).click()
    await expect(page.getByText('The patient is on hold')).toBeVisible()
    await choose(page, /^Erase/)
    await expect(page.getByRole('alert')).toContainText('A court asked for it')
    await page.keyboard.press('Escape')
    await choose(page, /^Hold/)
    await page.getByRole('button', { name: 'End the hold' }).click()
    await expect(page.getByText('The patient is no longer on hold')).toBeVisible()
  })
  await choose(page, /^Erase/)
  const dialog = page.getByRole('dialog', { name: 'Erase patient' })
  await expect(dialog.getByText(/^1 study, 0 images, 0 reports/)).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'erase')
  const act = dialog.getByRole('button', { name: 'Erase for good' })
  await dialog.getByLabel(/^Reason/).fill(`Asked for by ${name}`)
  await dialog.getByLabel(/^Patient ID/).fill('somebody else')
  await expect(act).toBeDisabled()
  await dialog.getByLabel(/^Patient ID/).fill(patientId)
  await act.click()
  await expect(dialog.getByRole('alert')).toContainText('without the patient')
  await dialog.getByLabel(/^Reason/).fill('Asked for by letter')
  await act.click()
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await expect(rowOf(lab, name)).toHaveCount(0)
  await page.goto('/admin/privacy')
  const item = page.getByRole('listitem').filter({ hasText: stage.admin.fullName })
  await expect(item).toContainText('Erasure: Done')
  await expect(page.getByRole('main')).not.toContainText(name)
})

test('an anonymisation leaves the row to the laboratory under a neutral name', async ({ enter, stage, db }) => {
  const { id, name, patientId } = await seedStudy(db, stage)
  const lab = await enter(stage.staff, { path: '/lab/dashboard?tab=all&date=all' })
  const page = await enter(stage.admin, { path: `/admin/dashboard?tab=all&date=all&dialog=patient&study=${id}` })
  await choose(page, /^Anonymise/)
  const dialog = page.getByRole('dialog', { name: 'Anonymise patient' })
  await dialog.getByLabel(/^Patient ID/).fill(patientId)
  await dialog.getByLabel(/^Reason/).fill('Asked for by letter')
  await dialog.getByRole('button', { name: 'Anonymise for good' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowOf(lab, name)).toHaveCount(0)
  await expect(lab.getByText(/^Anonymised [0-9A-F]{8}$/).first()).toBeVisible()
  await page.goto('/admin/privacy')
  await expect(page.getByRole('listitem').filter({ hasText: stage.admin.fullName })).toContainText('Anonymisation: Done')
})

test('laboratories and doctors have no privacy menu', async ({ enter, stage, db }) => {
  const { patientId } = await seedStudy(db, stage)
  const lab = await enter(stage.staff, { path: `/patients/${patientId}` })
  await expect(lab.getByRole('button', { name: 'Back' })).toBeVisible()
  await expect(lab.getByRole('button', { name: 'Privacy', exact: true })).toHaveCount(0)
  await lab.goto('/admin/privacy')
  await expect(lab).toHaveURL(/\/lab\/dashboard/)
})
