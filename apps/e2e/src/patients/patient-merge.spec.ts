import { createPatient, createStudy } from '@readroom/db/testing/factories'
import { expectAccessibleAtBothWidths } from '../core/accessibility.ts'
import { expect, test } from '../core/test.ts'
import { rowOf } from '../core/worklist.ts'

const identity = { patientBirthDate: '1985-02-03', patientSex: 'F', studyDate: '2026-11-20' } as const

test('an administrator compares two patients, merges them with the keyboard and undoes it', async ({ enter, stage, db }) => {
  const [former, kept] = [`F-${stage.tag}`, `K-${stage.tag}`]
  const seed = async (patientId: string, patientName: string) => {
    const patientRowId = await createPatient(db, stage.labId, patientId)
    const said = { ...identity, modalities: ['CT'], patientId, patientName, description: `Scan of ${patientId}` }
    const place = { labId: stage.labId, patientRowId, settledAt: new Date(), readyAt: new Date() }
    return createStudy(db, { ...said, ...place, status: 'pending_assignment' })
  }
  const name = `Öztürk-Nakamura Anna ${stage.tag}`
  const [, study] = [await seed(former, `Schulz Anna ${stage.tag}`), await seed(kept, name)]
  const lab = await enter(stage.staff, { path: '/lab/dashboard?tab=all&date=all' })
  await expect(rowOf(lab, `Schulz Anna ${stage.tag}`)).toContainText(former)

  const page = await enter(stage.admin, { path: `/patients/${kept}?studyId=${study.id}` })
  await page.getByRole('link', { name: 'Merge', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Merge patients' })).toBeVisible()
  await page.getByLabel('Other patient’s ID').fill('nobody')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No other patient of this laboratory has or had the ID nobody.')).toBeVisible()
  await page.getByLabel('Other patient’s ID').fill(former)
  await page.keyboard.press('Enter')
  const other = page.getByRole('region', { name: 'Other patient' })
  await expect(other).toContainText(`Schulz Anna ${stage.tag}`)
  await expect(other.getByText('Differs', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'This patient' })).toContainText(name)
  await expectAccessibleAtBothWidths(page, 'comparison')

  await page.getByLabel('Reason').fill('One person, says the ward')
  await page.getByRole('button', { name: 'Merge patients' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Merge patients?' })
  await expect(question).toContainText(`Moves 1 study and 0 documents to patient ID ${kept}.`)
  await expectAccessibleAtBothWidths(page, 'question')
  await question.getByRole('button', { name: 'Merge patients' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Merges' })).toContainText('One person, says the ward')
  await expect(rowOf(lab, `Schulz Anna ${stage.tag}`)).toContainText(kept)

  await page.getByRole('button', { name: `Undo merge of ${former}` }).click()
  await page.getByRole('alertdialog', { name: 'Undo merge?' }).getByRole('button', { name: 'Undo merge' }).click()
  await expect(page.getByRole('list', { name: 'Merges' })).toContainText(`${stage.admin.fullName} undid it`)
  await expect(rowOf(lab, `Schulz Anna ${stage.tag}`)).toContainText(former)

  await page.goto('/admin/identity-reviews?view=merges')
  await expect(page.getByRole('list', { name: 'Merges' })).toContainText('One person, says the ward')
  await expectAccessibleAtBothWidths(page, 'merges')
  await page.getByRole('button', { name: 'Received changes' }).click()
  await expect(page.getByText('Connected systems asked for these changes')).toBeVisible()
})
