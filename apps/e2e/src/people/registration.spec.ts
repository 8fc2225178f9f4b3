import type { Page } from '@playwright/test'
import { waitForMail } from '../core/mail.ts'
import { password } from '../core/people.ts'
import { expect, test } from '../core/test.ts'
import { signIn } from '../core/worklist.ts'

const passwordMail = 'Your Readroom password'
const nextStep = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()
const stepOf = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** A picture that every decoder accepts: one white pixel. */
const onePixel = {
  name: 'sign.png',
  mimeType: 'image/png',
  buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=', 'base64'),
}

async function fillLab(page: Page, name: string, identifier: string): Promise<void> {
  await page.getByLabel('Laboratory name').fill(name)
  await page.getByLabel('Identifier').pressSequentially(identifier)
}

async function fillStaff(page: Page, username: string): Promise<void> {
  await page.getByLabel('Staff full name').fill('Rosa Delgado')
  await page.getByLabel('Staff email').fill(`${username}@readroom.example`)
  await page.getByLabel('Staff username').fill(username)
}

test('the steps for a laboratory report missing fields and duplicates where they are', async ({ enter, stage }) => {
  const page = await enter(stage.admin, { path: '/admin/new-lab' })
  await expect(page).toHaveTitle(/Lab Registration/)
  await nextStep(page)
  await expect(page.getByRole('alert')).toHaveText('Laboratory name and identifier are required.')
  await expect(page.getByLabel('Laboratory name')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Laboratory name')).toBeFocused()
  await fillLab(page, 'Санкт-Лука Диагностика', `st-${stage.tag}`)
  await expect(page.getByLabel('Identifier')).toHaveValue(`ST-${stage.tag.toUpperCase()}`)
  await page.getByLabel('Contact email').fill('nobody')
  await nextStep(page)
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Contact email').fill('')
  await nextStep(page)
  await expect(stepOf(page, 'Address')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await nextStep(page)
  await page.getByRole('button', { name: 'Register Laboratory' }).click()
  await expect(page.getByRole('alert')).toHaveText('Staff username, email, and full name are required.')

  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByLabel('Identifier').fill(stage.aeTitle)
  await nextStep(page)
  await nextStep(page)
  await fillStaff(page, `twin.${stage.tag}`)
  await page.getByLabel('Staff email').fill(stage.doctor.email)
  const register = page.getByRole('button', { name: 'Register Laboratory' })
  await register.click()
  await expect(page.getByText('A laboratory with this identifier already exists.')).toBeVisible()
  await expect(page.getByLabel('Identifier')).toBeFocused()
  await page.getByLabel('Identifier').fill(`TW${stage.tag}`)
  await page.getByLabel('AE titles').fill(stage.aeTitle)
  await nextStep(page)
  await nextStep(page)
  await register.click()
  await expect(page.getByText(`The AE title ${stage.aeTitle} belongs to another laboratory.`)).toBeVisible()
  await page.getByRole('button', { name: `Remove ${stage.aeTitle}` }).click()
  await nextStep(page)
  await nextStep(page)
  await register.click()
  await expect(page.getByText('An account with this email already exists.')).toBeVisible()
  await expect(page.getByLabel('Staff email')).toBeFocused()
})

test('entries survive switching steps, and are not discarded without a question', async ({ page, stage }) => {
  const warnings: string[] = []
  page.on('dialog', (dialog) => {
    warnings.push(dialog.type())
    void dialog.accept()
  })
  await page.goto('/login')
  await signIn(page, stage.admin)
  await page.goto('/admin/new-lab')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL('**/admin/dashboard')
  await page.goto('/admin/new-lab')
  await fillLab(page, 'Northgate Imaging', `ng-${stage.tag}`)
  await page.getByLabel('AE titles').fill('ct_1')
  await nextStep(page)
  await page.getByLabel('City').fill('Bristol')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Laboratory name')).toHaveValue('Northgate Imaging')
  await expect(page.getByRole('button', { name: 'Remove CT_1' })).toBeVisible()
  await nextStep(page)
  await expect(page.getByLabel('City')).toHaveValue('Bristol')

  await page.getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await expect(question).toContainText("Any information you've entered will be lost. Are you sure you want to exit?")
  await question.getByRole('button', { name: 'Continue editing' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Bristol')
  await page.reload()
  expect(warnings).toEqual(['beforeunload'])
  await expect(page.getByLabel('Laboratory name')).toHaveValue('Northgate Imaging')
  await fillLab(page, 'Northgate Imaging', 'x')
  await page.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await page.waitForURL('**/admin/dashboard')
})

test('Back asks before leaving a filled form, and the entries survive the end of the session', async ({
  enter,
  stage,
  request,
}) => {
  const page = await enter(stage.admin, { path: '/admin/labs' })
  await page.getByRole('link', { name: 'Add New Lab' }).click()
  await fillLab(page, 'Northgate Imaging', `ng-${stage.tag}`)
  await page.goBack()
  await page.getByRole('alertdialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Continue editing' }).click()
  await expect(page).toHaveURL('/admin/new-lab')
  await nextStep(page)
  await nextStep(page)
  await fillStaff(page, `s-${stage.tag}`)
  const token = await page.evaluate(() => sessionStorage.getItem('auth_token'))
  await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` }, data: {} })
  await page.getByRole('button', { name: 'Register Laboratory' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You signed out in another window.' })).toBeVisible()
  await page.getByLabel('Email').click()
  await page.getByLabel('Email').fill(stage.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/new-lab')
  await expect(page.getByLabel('Laboratory name')).toHaveValue('Northgate Imaging')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.waitForURL('**/admin/dashboard')
})

test('a doctor is registered with a signature', async ({ enter, stage, system }) => {
  const page = await enter(stage.admin)
  const name = `<i>Ines</i> Carvalho ${stage.tag}`
  const email = `ines.${stage.tag}@readroom.example`
  await page.goto('/admin/doctors/register')
  await page.waitForURL('**/admin/new-doctor')
  await nextStep(page)
  await expect(page.getByRole('alert')).toHaveText('Username, email, and full name are required.')
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Username').fill(`ines.${stage.tag}`)
  await nextStep(page)
  await nextStep(page)
  await expect(page.getByRole('alert')).toHaveText('Specialization and license number are required.')
  await page.getByLabel('Specialization').fill('Neuroradiology')
  await page.getByLabel('License number').fill('GMC-7')
  await page.getByLabel('Years of experience').fill('-1')
  await nextStep(page)
  await expect(page.getByLabel('Years of experience')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Years of experience').fill('12')
  await nextStep(page)

  const signature = page.getByLabel('Signature image')
  await signature.setInputFiles({ name: 'sign.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(page.getByText('Please select a valid image file (PNG, JPG, JPEG)')).toBeVisible()
  await signature.setInputFiles({ ...onePixel, buffer: Buffer.concat([onePixel.buffer, Buffer.alloc(2 * 1024 * 1024)]) })
  await expect(page.getByText('Signature file must be less than 2MB')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Register Doctor', exact: true })).toBeVisible()
  await signature.setInputFiles(onePixel)
  await expect(page.getByRole('img', { name: 'Preview of the signature' })).toBeVisible()
  await expect(page.getByText(`${onePixel.buffer.length} bytes`)).toBeVisible()
  const monday = page.getByRole('button', { name: 'Monday' })
  await monday.click()
  await expect(monday).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Register Doctor & Upload Signature' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'generated password' })).toContainText(email)
  await page.waitForURL('**/admin/dashboard*')
  await waitForMail(system, { to: email, subject: passwordMail })

  await page.goto(`/admin/doctors?search=${stage.tag}`)
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('12 years')
  await row.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Doctor' })
  await expect(dialog.getByRole('img', { name: 'Current signature' })).toBeVisible()
  await expect(dialog.getByText('Current signature will be replaced if new file is uploaded')).toBeVisible()
})

test('an administrator chooses a password, which the new administrator must change at the first sign-in', async ({
  enter,
  stage,
  page: own,
}) => {
  const page = await enter(stage.admin)
  const email = `grace.${stage.tag}@readroom.example`
  await page.goto('/admin/new-admin')
  const create = page.getByRole('button', { name: 'Create Admin Account' })
  await create.click()
  await expect(page.getByRole('alert')).toHaveText('Full name, email, and password are required.')
  await page.getByLabel('Full name').fill(`Grace ${stage.tag}`)
  await page.getByLabel('Email').fill(stage.admin.email)
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByLabel('Confirm password', { exact: true }).fill('other')
  await create.click()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await create.click()
  await expect(page.getByText('An account with this email already exists.')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.route('**/api/admin/admins/register', (route) => route.fulfill({ status: 500, json: {} }))
  await create.click()
  await expect(page.getByText('An error occurred while creating the admin account. Please try again.')).toBeVisible()
  await page.unrouteAll()
  await create.click()
  await expect(page.getByRole('status').filter({ hasText: 'Username' })).toContainText(`grace.${stage.tag}`)
  await page.waitForURL('**/admin/dashboard*')
  await own.goto('/login')
  await own.getByLabel('Email').fill(email)
  await own.getByLabel('Password', { exact: true }).fill(password)
  await own.getByRole('button', { name: 'Sign In to Dashboard' }).click()
  await expect(own).toHaveURL('/change-password')
})
