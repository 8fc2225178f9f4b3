import type { Page } from '@playwright/test'
import { insertLab } from '@readroom/db/people/labs'
import { findUserByEmail } from '@readroom/db/people/users'
import { expectAccessibleAtBothWidths } from '../core/accessibility.ts'
import { waitForMail } from '../core/mail.ts'
import { expect, test } from '../core/test.ts'

const rowOf = (page: Page, name: string) =>
  page.getByRole('row', { name, exact: true }).or(page.getByRole('listitem', { name, exact: true }))

test('staff are added, edited and moved, and a moved account is signed out with only that reason', async ({
  enter,
  stage,
  db,
  system,
}) => {
  const labId = await insertLab(db, { identifier: `TWO${stage.tag}`.toUpperCase(), name: `Second ${stage.tag}` })
  const page = await enter(stage.admin, { path: `/admin/labs?dialog=edit&lab=${stage.labId}` })
  const staff = page.getByRole('dialog', { name: 'Edit Lab' }).getByRole('list', { name: 'Staff' })
  await expect(staff).toContainText(stage.staff.fullName)
  await page.getByRole('link', { name: 'Add Staff' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Staff' })
  await expect(adding.getByLabel('Laboratory')).toHaveValue(stage.labId)
  await adding.getByRole('button', { name: 'Add Staff' }).click()
  await expect(adding.getByRole('alert')).toContainText('required')
  const email = `rosa.${stage.tag}@readroom.example`
  await adding.getByLabel('Full name').fill(`Rosa Delgado ${stage.tag}`)
  await adding.getByLabel('Email').fill(email)
  await adding.getByLabel('Username').fill(`rosa.${stage.tag}`)
  await adding.getByRole('button', { name: 'Add Staff' }).click()
  await expect(page.getByText('Staff account created')).toBeVisible()
  await expect(rowOf(page, `Rosa Delgado ${stage.tag}`)).toBeVisible()
  await waitForMail(system, { to: email, subject: 'Your Readroom password' })
  await page.reload()
  await expect(rowOf(page, `Rosa Delgado ${stage.tag}`)).toContainText('Invited, until')

  const moved = await enter(stage.staff)
  await rowOf(page, stage.staff.fullName).getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Account' })
  await expect(editing.getByLabel('Laboratory')).toHaveValue(stage.labId)
  await editing.getByLabel('Laboratory').selectOption(labId)
  await editing.getByRole('button', { name: 'Update Account' }).click()
  await expect(page.getByText('Account updated')).toBeVisible()
  await expect(moved).toHaveURL('/login')
  await page.goto(`/admin/labs?dialog=edit&lab=${labId}`)
  await expect(staff).toContainText(stage.staff.fullName)
  await staff.getByRole('button', { name: `Deactivate ${stage.staff.fullName}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(staff.getByRole('button', { name: `Activate ${stage.staff.fullName}` })).toBeVisible()
})

test('changing an email keeps sessions and notifies both addresses', async ({ enter, stage, system }) => {
  const other = await enter(stage.staff)
  const page = await enter(stage.admin, { path: `/admin/users?search=${stage.tag}` })
  await rowOf(page, stage.staff.fullName).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Account' })
  await dialog.getByLabel('Email').fill(stage.admin.email)
  await dialog.getByRole('button', { name: 'Update Account' }).click()
  await expect(dialog.getByText('An account with this email already exists.')).toBeVisible()
  const email = `new.${stage.tag}@readroom.example`
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Update Account' }).click()
  await expect(rowOf(page, stage.staff.fullName)).toContainText(email)
  await waitForMail(system, { to: stage.staff.email, subject: 'The email address of your Readroom account was changed' })
  await waitForMail(system, { to: email, subject: 'This is now the email address of your Readroom account' })
  await other.reload()
  await expect(other).toHaveURL(/lab\/dashboard/)
})

test("an administrator is removed, and an account's history lists its sign-ins", async ({ enter, stage }) => {
  const page = await enter(stage.admin, { path: `/admin/users?search=${stage.tag}` })
  await page.getByRole('button', { name: `Sign-in history of ${stage.admin.fullName}` }).click()
  const history = page.getByRole('dialog', { name: 'Sign-in history' })
  await expect(history.getByRole('list', { name: 'Sign-in history' })).toContainText('Signed in')
  await page.keyboard.press('Escape')
  await page.goto('/sessions')
  await expect(page.getByRole('list', { name: 'Sign-in history' })).toContainText('Signed in')

  await page.goto(`/admin/users?search=${stage.tag}`)
  await rowOf(page, stage.admin.fullName).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Remove Account' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove Account' })
  await expect(question).toContainText(stage.admin.fullName)
  await question.getByRole('button', { name: 'Remove Account' }).click()
  await expect(page).toHaveURL('/login')
})

test('an expired invitation is found and sent again', async ({ enter, stage, db, system }) => {
  const staff = await findUserByEmail(db, stage.staff.email)
  await db.execute(
    `update users set must_change_password = true, password_expires_at = now() - interval '3 days' where id = '${staff?.id}'`,
  )
  const page = await enter(stage.admin, { path: `/admin/users?search=${stage.tag}` })
  await page.getByLabel('Invitation').selectOption('Expired')
  const row = rowOf(page, stage.staff.fullName)
  await expect(row).toContainText('Invitation expired 3 days ago')
  await expect(rowOf(page, stage.doctor.fullName)).toHaveCount(0)
  await row.getByRole('button', { name: 'Send Invitation Again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send Invitation Again' }).click()
  await waitForMail(system, { to: stage.staff.email, subject: 'Your Readroom password' })
  await expect(page.getByText('No accounts found')).toBeVisible()
})

/** A grey PNG of one pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==', 'base64')

test('a doctor updates biography, languages, days and signature', async ({ enter, stage }) => {
  const page = await enter(stage.doctor)
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'My Profile' }).click()
  await page.getByLabel('Biography').fill('Reads <b>brains</b>.')
  await page.getByLabel('Languages').fill('English, Hindi')
  await page.getByRole('button', { name: 'Monday' }).click()
  await page
    .getByLabel('Signature image')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no image') })
  await expect(page.getByText('Please select a valid image file (PNG, JPG, JPEG)')).toBeVisible()
  await page.getByLabel('Signature image').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png })
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(page.getByAltText('Current signature')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Biography')).toHaveValue('Reads <b>brains</b>.')
  await expect(page.getByLabel('Languages')).toHaveValue('English, Hindi')
  await expect(page.getByRole('button', { name: 'Monday' })).toHaveAttribute('aria-pressed', 'true')
})

const heading = 'role,fullName,email,specialization,licenseNumber'
const file = (...lines: string[]) => ({
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([heading, ...lines].join('\n')),
})

test('accounts are imported from a file once all its lines are correct', async ({ enter, stage, system }) => {
  const email = `import.${stage.tag}@readroom.example`
  const page = await enter(stage.admin, { path: '/admin/users' })
  await page.getByRole('link', { name: 'Import' }).click()
  const choose = page.getByLabel('File')
  await choose.setInputFiles(
    file(`doctor,Helen Marsh ${stage.tag},${email},CT,GMC-1`, `doctor,Nobody,${stage.doctor.email},CT,GMC-1`),
  )
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('table', { name: 'Lines with errors' })).toContainText('An account with this email already exists.')
  await choose.setInputFiles(file(`doctor,Helen Marsh ${stage.tag},${email},CT,GMC-1`))
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('table', { name: 'Accounts to import' })).toContainText(`Helen Marsh ${stage.tag}`)
  await page.getByRole('button', { name: 'Import 1 doctor and 0 members of staff' }).click()
  await expect(page.getByText('1 doctor and 0 members of staff imported.')).toBeVisible()
  await waitForMail(system, { to: email, subject: 'Your Readroom password' })
  await page.goto(`/admin/users?search=${email}`)
  await expect(rowOf(page, `Helen Marsh ${stage.tag}`)).toBeVisible()
})

test('the account pages are accessible', async ({ enter, stage }) => {
  const page = await enter(stage.admin, { path: `/admin/users?search=${stage.tag}` })
  await rowOf(page, stage.staff.fullName).getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Laboratory')).not.toHaveValue('')
  await expectAccessibleAtBothWidths(page, 'edit-account', { include: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Sign-in history of ${stage.admin.fullName}` }).click()
  await expect(page.getByText('Signed in').first()).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'sign-ins', { include: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await page.goto(`/admin/labs?search=${stage.tag}&dialog=edit&lab=${stage.labId}`)
  await page.getByText(stage.staff.email).scrollIntoViewIfNeeded()
  await expectAccessibleAtBothWidths(page, 'lab-staff', { include: '[role=dialog]' })
  await page.goto('/admin/import-people')
  await page.getByLabel('File').setInputFiles(file('doctor,Nobody,no address,CT,GMC-1'))
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('Not a valid email address.')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'import')
  const doctor = await enter(stage.doctor, { path: '/doctor/profile' })
  await expect(doctor.getByLabel('Biography')).toBeVisible()
  await expectAccessibleAtBothWidths(doctor, 'profile')
})
