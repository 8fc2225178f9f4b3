import type { CDPSession, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessibleAtBothWidths } from '../core/accessibility.ts'
import { waitForMail } from '../core/mail.ts'
import { type Person, password } from '../core/people.ts'
import { expect, test } from '../core/test.ts'

const openMenu = (page: Page, { fullName }: Person) => page.getByRole('button', { name: `User menu of ${fullName}` }).click()

async function openSecurity(page: Page, person: Person): Promise<void> {
  await openMenu(page, person)
  await page.getByRole('menuitem', { name: 'Sign-in Security' }).click()
  await expect(page.getByRole('heading', { name: 'Sign-in security' })).toBeVisible()
}

async function leave(page: Page, person: Person): Promise<void> {
  await openMenu(page, person)
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/login')
}

async function givePassword(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
}

/** Returns the recovery codes on screen and confirms that they are saved. */
async function keepCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const texts = await codes.allInnerTexts()
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled()
  await page.getByLabel('I have saved these codes').check()
  await page.getByRole('button', { name: 'Done' }).click()
  return texts
}

/** Sets up an authenticator app on the page. Returns the app and the recovery codes. */
async function setUpApp(page: Page): Promise<{ app: TOTP; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const key = (await dialog.getByTestId('totp-secret').textContent())?.replaceAll(' ', '') ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(key) })
  await dialog.getByLabel('Code', { exact: true }).fill(app.generate())
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  return { app, codes: await keepCodes(page) }
}

/** Adds a virtual device that stores passkeys and verifies its owner. */
async function giveAuthenticator(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
  return cdp
}

test('signs in with an authenticator app or a recovery code, and removes both again', async ({ enter, stage, system }) => {
  const page = await enter(stage.doctor)
  await openSecurity(page, stage.doctor)
  await page.getByRole('button', { name: 'Set up app' }).click()
  await expectAccessibleAtBothWidths(page, 'setting up')
  await page.keyboard.press('Escape')
  const { app, codes } = await setUpApp(page)
  await expect(page.getByText('10 codes are left.')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'page')
  await waitForMail(system, { to: stage.doctor.email, subject: 'A second factor was added to your Readroom account' })

  await leave(page, stage.doctor)
  await givePassword(page, stage.doctor)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expectAccessibleAtBothWidths(page, 'second factor')
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText('This code is wrong or was already used. Please enter the next code.')
  // The current code was used for the set-up. The next one is already valid.
  await page.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/doctor/dashboard')

  await leave(page, stage.doctor)
  await givePassword(page, stage.doctor)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/doctor/dashboard')
  await openSecurity(page, stage.doctor)
  await expect(page.getByText('9 codes are left.')).toBeVisible()

  await page.getByRole('button', { name: 'Remove app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove the authenticator app?' })
  await dialog.getByLabel('Your password').fill('not mine')
  await dialog.getByLabel('Code', { exact: true }).fill(codes[1] ?? '')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Current password is incorrect')
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Set up app' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recovery codes' })).toBeHidden()
  await leave(page, stage.doctor)
  await givePassword(page, stage.doctor)
  await expect(page).toHaveURL('/doctor/dashboard')
})

test('a passkey signs in alone and as the second factor, and is removed', async ({ enter, stage }) => {
  const page = await enter(stage.staff)
  await giveAuthenticator(page)
  await openSecurity(page, stage.staff)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('Reception computer')
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  const codes = await keepCodes(page)
  const keys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
  await expect(keys).toContainText('Reception computer')
  await expect(keys).toContainText('Not used yet')

  await leave(page, stage.staff)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL('/lab/dashboard')
  await leave(page, stage.staff)
  await givePassword(page, stage.staff)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/lab/dashboard')

  await openSecurity(page, stage.staff)
  await expect(keys).toContainText('Last used')
  await page.getByRole('button', { name: 'Remove Reception computer' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Reception computer?' })
  await question.getByLabel('Your password').fill(password)
  await question.getByLabel('Code', { exact: true }).fill(codes[0] ?? '')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(keys).toHaveCount(0)
  await leave(page, stage.staff)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText('This passkey was not accepted. Try again, or sign in another way.')
})

test('an administrator resets the second factor of a user who lost it, and the user is notified', async ({
  enter,
  stage,
  system,
}) => {
  const doctor = await enter(stage.secondDoctor)
  await openSecurity(doctor, stage.secondDoctor)
  await setUpApp(doctor)
  const page = await enter(stage.admin, { path: `/admin/users?search=${stage.secondDoctor.email}` })
  await expect(page.getByText('Second factor', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Reset Second Factor' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset Second Factor' }).click()
  await expect(page.getByText('Second factor reset')).toBeVisible()
  await doctor.reload()
  await expect(doctor).toHaveURL('/login')
  await waitForMail(system, { to: stage.secondDoctor.email, subject: 'The second factor of your Readroom account was reset' })
  await givePassword(doctor, stage.secondDoctor)
  // The password alone leads back to where the session ended.
  await expect(doctor.getByRole('button', { name: 'Set up app' })).toBeVisible()
})
