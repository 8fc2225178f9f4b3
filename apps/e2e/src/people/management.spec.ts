import type { Page } from '@playwright/test'
import { doctorEndpoints } from '@readroom/contracts/people/doctors'
import { labEndpoints } from '@readroom/contracts/people/labs'
import { studyEndpoints } from '@readroom/contracts/studies/studies'
import type { Db } from '@readroom/db/core/client'
import { insertLab } from '@readroom/db/people/labs'
import { createStudy } from '@readroom/db/testing/factories'
import { waitForMail } from '../core/mail.ts'
import type { Stage } from '../core/people.ts'
import { seedReading } from '../core/reading.ts'
import { expect, test } from '../core/test.ts'
import { restPointer } from '../core/worklist.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const editDialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Lab' })

/** Adds laboratories besides the stage's own, named so that their order is known. */
async function addLabs(db: Db, { tag }: Stage, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const number = String(index).padStart(2, '0')
    await insertLab(db, { identifier: `${tag}${number}`.toUpperCase(), name: `More ${number} ${tag}` })
  }
}

/** Returns the only row on the last page: with the stage's laboratory and ten more, More 09 is the last by name. */
const lastRow = ({ tag }: Stage) => `More 09 ${tag}`

test('the address holds search, filter and page, and Back and reload keep them', async ({ enter, stage, db }) => {
  await addLabs(db, stage, 10)
  const page = await enter(stage.admin, { path: '/admin/labs' })
  await expect(page).toHaveTitle(/Labs Management/)
  await page.getByPlaceholder('Search labs by name, identifier, email...').fill(`nowhere ${stage.tag}`)
  await expect(page.getByText('No labs found')).toBeVisible()
  await page.getByPlaceholder('Search labs by name, identifier, email...').fill(stage.tag)
  await expect(page.getByText('Showing 1 to 10 of 11 results')).toBeVisible()
  await expect(page).toHaveURL(`/admin/labs?search=${stage.tag}`)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 11 to 11 of 11 results')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Showing 11 to 11 of 11 results')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Showing 1 to 10 of 11 results')).toBeVisible()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await page.getByLabel('Status').selectOption('Inactive')
  await expect(page.getByRole('heading', { name: 'No labs found' })).toBeVisible()
  await expect(page.getByText('Get started by creating a new lab.')).toBeVisible()
  await expect(page).toHaveURL(`/admin/labs?search=${stage.tag}&status=inactive`)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(`/admin/labs?search=${stage.tag}`)
  await expect(page.getByText('Showing 1 to 10 of 11 results')).toBeVisible()
  await page.getByPlaceholder('Search labs by name, identifier, email...').fill(`nowhere ${stage.tag}`)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/admin/labs')

  await test.step('deleting the last row of the last page goes one page back', async () => {
    await page.goto(`/admin/labs?search=${stage.tag}&page=2`)
    await rowOf(page, lastRow(stage)).getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(`Are you sure you want to delete ${lastRow(stage)}? This action cannot be undone.`)
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Lab deleted successfully')).toBeVisible()
    await expect(page).toHaveURL(`/admin/labs?search=${stage.tag}`)
    await expect(page.getByRole('table', { name: 'Labs' }).locator('tbody').getByRole('row')).toHaveCount(10)
  })
})

test('a laboratory is viewed and edited, and an outdated edit loses nothing silently', async ({ enter, stage, adminApi }) => {
  const page = await enter(stage.admin, { path: `/admin/labs?search=${stage.tag}&dialog=view&lab=${stage.labId}` })
  const details = page.getByRole('dialog', { name: 'Lab Details' })
  await expect(details).toContainText('Study Breakdown')
  await details.getByRole('button', { name: 'Edit' }).click()
  const dialog = editDialog(page)
  await dialog.getByLabel('City').fill('Bristol')
  await expect(dialog.getByLabel('Send signed reports to the image archive')).not.toBeChecked()

  const { data } = await adminApi.call(labEndpoints.details, { params: { labId: stage.labId } })
  const { name, identifier, address, isActive } = data
  const other = { name, identifier, address, isActive, contactPerson: 'Павел Орлов' }
  await adminApi.call(labEndpoints.update, { params: { labId: stage.labId }, body: other })

  await dialog.getByRole('button', { name: 'Update Lab' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Someone else has changed this.')
  await expect(dialog.getByLabel('City')).toHaveValue('Bristol')
  await dialog.getByRole('button', { name: 'Load the current data' }).click()
  await expect(dialog.getByLabel('Contact person')).toHaveValue('Павел Орлов')
  await expect(dialog.getByLabel('City')).toHaveValue('')
  await dialog.getByLabel('Laboratory name').fill(`<img src=x onerror=alert(1)> ${stage.tag}`)
  await dialog.getByLabel('Send signed reports to the image archive').check()
  await dialog.getByRole('button', { name: 'Update Lab' }).click()
  await expect(page.getByText('Lab updated successfully')).toBeVisible()
  expect((await adminApi.call(labEndpoints.details, { params: { labId: stage.labId } })).data.archiveReports).toBe(true)
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, `<img src=x onerror=alert(1)> ${stage.tag}`)).toContainText('Павел Орлов')
})

test('a laboratory with studies is deactivated instead of deleted, which signs its staff out', async ({ db, enter, stage }) => {
  await createStudy(db, { labId: stage.labId })
  const staff = await enter(stage.staff)
  const page = await enter(stage.admin, { path: `/admin/labs?search=${stage.tag}` })
  await rowOf(page, `Laboratory ${stage.tag}`).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText('This laboratory has studies, orders or connections and cannot be deleted.')
  await question.getByRole('button', { name: 'Deactivate instead' }).click()
  await editDialog(page).getByLabel('Lab Active').uncheck()
  await editDialog(page).getByRole('button', { name: 'Update Lab' }).click()
  await expect(rowOf(page, `Laboratory ${stage.tag}`)).toContainText('Inactive')
  await expect(staff).toHaveURL('/login')
})

test('a doctor is edited, and a taken email is reported at its field', async ({ enter, stage, adminApi }) => {
  const page = await enter(stage.admin, { path: `/admin/doctors?search=${stage.tag}` })
  await rowOf(page, stage.doctor.fullName).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Doctor' })
  await dialog.getByLabel('License number').fill('')
  await dialog.getByRole('button', { name: 'Update Doctor' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Username, email, full name, specialization, and license number are required.',
  )
  await dialog.getByLabel('License number').fill('GMC-8')
  await dialog.getByLabel('Email').fill(stage.secondDoctor.email)
  await dialog.getByRole('button', { name: 'Update Doctor' }).click()
  await expect(dialog.getByText('An account with this email already exists.')).toBeVisible()
  await dialog.getByLabel('Email').fill(stage.doctor.email)
  await dialog.getByLabel('Qualifications').fill('MD, , FRCR')
  await dialog.getByLabel('Profile Active').uncheck()
  await page.route('**/api/admin/doctors/update/*', (route) => route.fulfill({ status: 500, json: {} }))
  await dialog.getByRole('button', { name: 'Update Doctor' }).click()
  await expect(page.getByText('Failed to update doctor', { exact: true }).first()).toBeVisible()
  await expect(dialog.getByLabel('License number')).toHaveValue('GMC-8')
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Update Doctor' }).click()
  await expect(page.getByText('Doctor updated successfully')).toBeVisible()
  await expect(rowOf(page, stage.doctor.fullName)).toContainText('Profile inactive')
  const { data } = await adminApi.call(doctorEndpoints.page, { query: { search: stage.doctor.email } })
  expect(data[0]).toMatchObject({ licenseNumber: 'GMC-8', qualifications: ['MD', 'FRCR'], isActiveProfile: false })
})

test('an account is signed out, given a new password and deactivated with its studies moved; the own account has no actions', async ({
  enter,
  stage,
  system,
  db,
  adminApi,
}) => {
  const study = await seedReading({ db, stage, adminApi }, [stage.doctor])
  const other = await enter(stage.doctor)
  const page = await enter(stage.admin, { path: '/admin/doctors' })
  await page.getByRole('link', { name: 'Accounts' }).click()
  await page.getByPlaceholder(/Search accounts/).fill(stage.tag)
  await expect(rowOf(page, stage.admin.fullName).getByRole('button', { name: /Sessions|Password|ctivate/ })).toHaveCount(0)
  const row = rowOf(page, stage.doctor.fullName)
  const act = async (label: string) => {
    await row.getByRole('button', { name: label }).click()
    const question = page.getByRole('alertdialog', { name: label })
    await expect(question).toContainText(stage.doctor.fullName)
    await question.getByRole('button', { name: label }).click()
    await expect(question).toBeHidden()
    await restPointer(page)
  }
  await act('End Sessions')
  await expect(other).toHaveURL('/login')
  await expect(row.getByRole('button', { name: 'End Sessions' })).toHaveCount(0)
  await act('Send New Password')
  await waitForMail(system, { to: stage.doctor.email, subject: 'Your Readroom password' })
  await row.getByRole('button', { name: 'Deactivate' }).click()
  const leaving = page.getByRole('dialog', { name: 'Deactivate doctor' })
  await expect(leaving.getByRole('list', { name: 'Open studies' })).toContainText(study.patientName ?? '')
  const colleague = leaving.getByRole('option', { name: stage.secondDoctor.fullName })
  await leaving.getByLabel('Move studies to').selectOption(await colleague.getAttribute('value'))
  await leaving.getByRole('button', { name: 'Move and deactivate' }).click()
  await expect(leaving).toBeHidden()
  await expect(row).toContainText('Inactive')
  const { study: moved } = await adminApi.call(studyEndpoints.one, { params: { studyId: study._id } })
  expect(moved.assignedDoctorName).toBe(stage.secondDoctor.fullName)
  await restPointer(page)
  await act('Activate')
  await expect(row.getByRole('button', { name: 'Deactivate' })).toBeVisible()
})
