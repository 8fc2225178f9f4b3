import { readFile } from 'node:fs/promises'
import { createStudy } from '@readroom/db/testing/factories'
import { expectAccessibleAtBothWidths } from '../core/accessibility.ts'
import { expect, test } from '../core/test.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const typedDay = (at: Date) => at.toISOString().slice(0, 10).split('-').toReversed().join('/')
const longDay = (at: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)

test('a doctor enters shifts and an absence, an administrator what the doctor reads, and the assign dialog says why not', async ({
  db,
  enter,
  stage,
}) => {
  const lab = `Laboratory ${stage.tag}`
  const study = await createStudy(db, { labId: stage.labId, status: 'pending_assignment', modalities: ['MG'] })

  await test.step('the doctor', async () => {
    const page = await enter(stage.doctor, { path: '/doctor/profile' })
    const form = page.getByRole('form', { name: 'Shifts and absences' })
    await form.getByLabel('Monday').fill('8-16')
    await form.getByLabel('Sunday').fill('22-9')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByLabel('Monday')).toHaveAccessibleDescription('Overlaps a shift of Sunday')
    await form.getByLabel('Sunday').fill('22-6')
    await form.getByLabel('First day away').fill(typedDay(inDays(0)))
    await form.getByLabel('Last day away').fill(typedDay(inDays(-1)))
    await form.getByRole('button', { name: 'Add absence' }).click()
    await expect(form.getByLabel('Last day away')).toHaveAccessibleDescription('The last day must not be before the first')
    await form.getByLabel('Last day away').fill(typedDay(inDays(5)))
    await form.getByRole('button', { name: 'Add absence' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Shifts and absences saved')).toBeVisible()
    await page.reload()
    await expect(form.getByLabel('Sunday')).toHaveValue('22:00-06:00')
    await expect(form.getByRole('list', { name: 'Absences' })).toContainText(longDay(inDays(5)))
  })

  const page = await enter(stage.admin, { path: `/admin/doctors?search=${stage.tag}` })
  const row = page.getByRole('row', { name: stage.doctor.fullName, exact: true })
  await test.step('the administrator', async () => {
    await row.getByRole('button', { name: 'Shifts' }).click()
    const shifts = page.getByRole('dialog', { name: 'Shifts and absences' })
    await expect(shifts.getByLabel('Monday')).toHaveValue('08:00-16:00')
    await expectAccessibleAtBothWidths(page, 'shifts', { include: '[role=dialog]' })
    await shifts.getByRole('button', { name: 'Cancel' }).click()
    await row.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Doctor' })
    await dialog.getByLabel('License number').fill('GMC-8')
    await dialog.getByLabel('All laboratories').uncheck()
    await dialog.getByLabel('Modalities').fill('ct, xq')
    await dialog.getByRole('button', { name: 'Update Doctor' }).click()
    await expect(dialog.getByText('Choose at least one laboratory')).toBeVisible()
    await expect(dialog.getByLabel('Modalities')).toHaveAccessibleDescription(/XQ is not a modality/)
    await dialog.getByLabel(lab).check()
    await dialog.getByLabel('Modalities').fill('CT, MR')
    await dialog.getByRole('button', { name: 'Update Doctor' }).click()
    await expect(page.getByText('Doctor updated successfully')).toBeVisible()
    await row.getByRole('button', { name: 'Edit' }).click()
    await expect(dialog.getByLabel(lab)).toBeChecked()
    await expect(dialog.getByLabel('Modalities')).toHaveValue('CT, MR')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('the week', async () => {
    await page.getByRole('link', { name: 'Week' }).click()
    const today = page.getByRole('region', { name: longDay(inDays(0)) })
    await expect(today).toContainText(stage.doctor.fullName)
    await page.getByLabel('Modality').selectOption('MG')
    await expect(today).toBeVisible()
    await expect(today).not.toContainText(stage.doctor.fullName)
  })

  await test.step('the assign dialog', async () => {
    await page.goto(`/admin/dashboard?dialog=assign&study=${study.id}&tab=all`)
    const dialog = page.getByRole('dialog', { name: 'Assign Study' })
    await dialog.getByLabel('Filter doctors').fill(stage.doctor.email)
    await expect(dialog.getByRole('listitem')).toContainText('Does not read MG')
    await expect(dialog.getByRole('listitem')).toContainText(/Absent until \d+ \w+/)
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Assign Selected (1)' }).click()
    await expect(page.getByText(`Assigned to ${stage.doctor.fullName}`)).toBeVisible()
  })
})

test('an administrator edits doctors in a spreadsheet, and sees each change before it is made', async ({ enter, stage }) => {
  const page = await enter(stage.admin, { path: '/admin/doctors' })
  await page.getByRole('link', { name: 'Spreadsheet' }).click()
  await expect(page.getByRole('heading', { name: 'Edit doctors in a spreadsheet' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download doctors' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  const [heading = '', ...lines] = text.trim().split('\r\n')
  const line = lines.find((one) => one.includes(stage.doctor.email)) ?? ''
  const choose = (edited: string) =>
    page
      .getByLabel('File')
      .setInputFiles({ name: 'doctors.csv', mimeType: 'text/csv', buffer: Buffer.from(`${heading}\n${edited}\n`) })

  await choose(line.replace('"100"', '"5"'))
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('table', { name: 'Lines with errors' })).toContainText('Write a whole percentage from 10 to 200.')
  await choose(line.replace('"100"', '"50"'))
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('table', { name: 'Changes' })).toContainText(stage.doctor.fullName)
  await expectAccessibleAtBothWidths(page, 'eligibility')
  await page.getByRole('button', { name: 'Change 1 doctor' }).click()
  await expect(page.getByText('1 doctor changed.')).toBeVisible()
})
