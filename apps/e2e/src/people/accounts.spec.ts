import type { Page } from '@playwright/test'
import { waitForMail } from '../core/mail.ts'
import { password } from '../core/people.ts'
import { expect, test } from '../core/test.ts'

const chosen = 'a password of my own'

async function signInWith(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
}

test('the first staff member of a new laboratory signs in with the emailed password and must change it', async ({
  enter,
  stage,
  system,
  page: own,
}) => {
  const page = await enter(stage.admin, { path: '/admin/new-lab' })
  const email = `rosa.${stage.tag}@readroom.example`
  await page.getByLabel(/^(Laboratory|Lab) name/i).fill(`<b>Northgate</b> ${stage.tag}`)
  await page
    .getByLabel(/identifier/i)
    .first()
    .fill(`ng-${stage.tag}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel(/full name/i).fill('Rosa Delgado')
  await page.getByLabel(/username/i).fill(`rosa.${stage.tag}`)
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByRole('button', { name: 'Register Laboratory' }).click()
  await expect(page.getByText(/generated password/i)).toBeVisible()
  await page.waitForURL('**/admin/dashboard*')

  const { text } = await waitForMail(system, { to: email, subject: 'Your Readroom password' })
  const generated = /Password: (\S+)/.exec(text)?.[1] ?? ''
  await signInWith(own, email, generated)
  await own.waitForURL('**/change-password')
  await own.getByLabel('Current Password', { exact: true }).fill(generated)
  await own.getByLabel('New Password', { exact: true }).fill(chosen)
  await own.getByLabel('Confirm New Password', { exact: true }).fill(chosen)
  await own.getByRole('button', { name: 'Change Password' }).click()
  await expect(own.getByText('Password changed successfully! Redirecting to login...')).toBeVisible()
  await own.waitForURL('**/login')
  await expect(own.getByText('Password changed successfully! Please login with your new password.')).toBeVisible()
  await signInWith(own, email, chosen)
  await own.waitForURL('**/lab/dashboard*')
})

test('a forgotten password is reset with an emailed code', async ({ page, stage, system }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // Until it is loaded the sign-in page stays, which has an email field too.
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await page.getByLabel(/e-?mail/i).fill(stage.doctor.email)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByText('OTP sent successfully! Please check your email.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Resend in [12]:\d\d$/ })).toBeDisabled()
  const { text } = await waitForMail(system, { to: stage.doctor.email, subject: 'Your Readroom code' })
  const verify = page.getByRole('button', { name: 'Verify OTP' })
  await expect(verify).toBeDisabled()
  await page
    .getByLabel(/code|otp/i)
    .first()
    .fill(/Code: (\d{6})/.exec(text)?.[1] ?? '')
  await verify.click()
  await page.getByLabel('New Password', { exact: true }).fill(chosen)
  await page.getByLabel(/^Confirm/).fill(chosen)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page.waitForURL('**/login')
  await expect(page.getByText('Password reset successfully! Please login with your new password.')).toBeVisible()
  await signInWith(page, stage.doctor.email, password)
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await signInWith(page, stage.doctor.email, chosen)
  await page.waitForURL('**/doctor/dashboard*')
})

test('laboratories and doctors are listed for administrators', async ({ enter, stage }) => {
  const page = await enter(stage.admin, { path: `/admin/labs?search=${stage.tag}` })
  await expect(page.getByRole('heading', { name: 'Labs Management' })).toBeVisible()
  await expect(page.getByText(`Laboratory ${stage.tag}`)).toBeVisible()
  await page.goto(`/admin/doctors?search=${stage.tag}`)
  await expect(page.getByText(stage.doctor.fullName)).toBeVisible()
  await expect(page.getByText(stage.secondDoctor.fullName)).toBeVisible()
})
