import { createStudy } from '@readroom/db/testing/factories'
import { expect, test } from '../core/test.ts'

test('an administrator sees who opened a patient, from where, and the other actions of that account', async ({
  enter,
  stage,
  db,
}) => {
  const [name, patientId] = [`Watched ${stage.tag}`, `W-${stage.tag}`]
  await createStudy(db, { patientName: name, patientId, labId: stage.labId, settledAt: new Date(), status: 'pending_assignment' })
  const lab = await enter(stage.staff, { path: `/patients/${patientId}` })
  await expect(lab.getByText(name).first()).toBeVisible()
  const page = await enter(stage.admin, { path: '/admin/audit' })
  await expect(page).toHaveTitle(/Audit/)
  await page.getByLabel('Search', { exact: true }).fill(patientId)
  await page.keyboard.press('Enter')
  const entries = page.getByRole('table', { name: 'Audit entries' })
  const opened = entries.getByRole('row').filter({ hasText: 'Patient record opened' })
  await expect(opened).toHaveCount(1)
  await expect(opened).toContainText(stage.staff.fullName)
  await expect(opened).toContainText(name)

  await opened.getByRole('button', { name: /^Entry/ }).click()
  await expect(page.getByText('From', { exact: true }).locator('+ dd')).toContainText(/127\.0\.0\.1|::1/)
  await opened.getByRole('button', { name: stage.staff.fullName }).click()
  await page.getByRole('button', { name: 'Remove filter Account' }).waitFor()
  await page.getByLabel('Search', { exact: true }).fill('')
  await page.keyboard.press('Enter')
  await page.getByLabel('Type').selectOption({ label: 'Sign-ins' })
  await expect(entries.getByRole('row').filter({ hasText: 'Signed in' })).toHaveCount(1)
  await expect(entries.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(entries.getByRole('row')).toHaveCount(2)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Audit_.*\.xlsx$/)

  await test.step('the chain of the log is verified on request', async () => {
    await page.getByRole('button', { name: 'Verify now' }).click()
    await expect(page.getByRole('button', { name: 'Verify now' })).toBeEnabled({ timeout: 60_000 })
    await expect(page.getByRole('status').filter({ hasText: 'Chain verified' })).toBeVisible()
  })
})

test('a setting is changed and reset to the environment, and both are logged', async ({ enter, stage }) => {
  const page = await enter(stage.admin, { path: '/admin/settings' })
  const zips = page.getByRole('form', { name: 'ZIP files' })
  const days = zips.getByRole('textbox')
  await days.fill('400')
  await zips.getByRole('button', { name: 'Save' }).click()
  await expect(zips.getByText('Please enter a whole number from 1 to 365')).toBeVisible()
  await days.fill('9')
  await page.keyboard.press('Enter')
  await expect(zips.getByText(`Changed by ${stage.admin.fullName}`)).toBeVisible()
  await page.reload()
  await expect(days).toHaveValue('9')
  await zips.getByRole('button', { name: /^Reset to default: 7/ }).click()
  await expect(zips.getByText('Default')).toBeVisible()
  await expect(days).toHaveValue('7')
  const ending = page.getByRole('form', { name: 'End of every email' })
  await ending.getByRole('textbox').fill('Radiology of Harbour\nCall 0123')
  await ending.getByRole('button', { name: 'Save' }).click()
  await expect(ending.getByText(`Changed by ${stage.admin.fullName}`)).toBeVisible()
  await ending.getByRole('button', { name: /^Reset to default/ }).click()
  await expect(ending.getByText('Default')).toBeVisible()
  await page.goto('/admin/audit?action=setting.changed')
  const newest = page.getByRole('table', { name: 'Audit entries' }).getByRole('row').nth(1)
  await expect(newest).toContainText('End of every email')
})
