import type { Page } from '@playwright/test'
import { waitForMail } from '../core/mail.ts'
import { type Person, password } from '../core/people.ts'
import { expect, test } from '../core/test.ts'
import { fetchStatus } from '../core/viewer.ts'
import { signIn } from '../core/worklist.ts'

const storedToken = (page: Page) => page.evaluate(() => sessionStorage.getItem('auth_token'))
const isGood = async (page: Page, token: string | null) =>
  (await fetchStatus(page, '/auth/profile', { authorization: `Bearer ${token}` })) === 200

async function fillChange(page: Page, current: string, wanted: string, confirmed = wanted): Promise<void> {
  await page.getByLabel('Current Password', { exact: true }).fill(current)
  await page.getByLabel('New Password', { exact: true }).fill(wanted)
  await page.getByLabel('Confirm New Password', { exact: true }).fill(confirmed)
  await page.getByRole('button', { name: 'Change Password' }).click()
}

async function signInWith(page: Page, { email }: Person, typed: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
}

async function openChange(page: Page, { fullName }: Person): Promise<void> {
  await page.getByRole('button', { name: `User menu of ${fullName}` }).click()
  await page.getByRole('menuitem', { name: 'Change Password' }).click()
  await expect(page.getByText(`Hello, ${fullName}`)).toBeVisible()
}

test('changing the password leads to the sign-in page, where only the new one works', async ({ enter, stage, baseURL }) => {
  const page = await enter(stage.doctor)
  const elsewhere = await enter(stage.doctor)
  const token = await storedToken(page)
  await openChange(page, stage.doctor)

  await test.step('the strength of the new password is shown while it is typed, and no other server is asked', async () => {
    const foreign: string[] = []
    page.on('request', (request) => void (request.url().startsWith(baseURL ?? '') || foreign.push(request.url())))
    for (const [typed, word] of [
      ['password1', 'Very easy to guess'],
      [stage.doctor.email, 'Very easy to guess'],
      ['correct horse battery staple nine', 'Very strong'],
    ] as const) {
      await page.getByLabel('New Password', { exact: true }).fill(typed)
      await expect(page.getByText(`Password strength: ${word}`)).toBeVisible()
    }
    expect(foreign).toEqual([])
  })
  await fillChange(page, password, 'quite-another-one')
  await expect(page.getByText('Password changed successfully! Redirecting to login...')).toBeVisible()
  await expect(page.getByLabel('New Password', { exact: true })).toHaveValue('')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Password changed successfully! Please login with your new password.')).toBeVisible()
  await expect.poll(() => isGood(page, token)).toBe(false)
  await expect(elsewhere).toHaveURL('/login')
  await signInWith(page, stage.doctor, password)
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await signInWith(page, stage.doctor, 'quite-another-one')
  await expect(page).toHaveURL('/doctor/dashboard')
})

test('a forgotten password is replaced with the code from the email', async ({ page, stage, system }) => {
  const { email } = stage.doctor
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Enter your email' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeFocused()
  await expect(page.getByText('OTP sent successfully! Please check your email.')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('button', { name: /^Resend in (2:00|1:\d\d)$/ })).toBeDisabled()
  const { text } = await waitForMail(system, { to: email, subject: 'Your Readroom code' })
  const code = /Code: (\d{6})/.exec(text)?.[1] ?? ''
  const verify = page.getByRole('button', { name: 'Verify OTP' })
  await page.getByLabel('Verification code').fill(code.slice(0, 5))
  await expect(verify).toBeDisabled()
  await page.getByLabel('Verification code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(page.getByLabel('Verification code')).toHaveValue(code)
  await verify.click()
  await expect(page.getByText('OTP verified successfully!')).toBeVisible()

  await page.getByLabel('New Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm New Password', { exact: true }).fill('other')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('New Password', { exact: true }).fill('a-new-beginning')
  await page.getByLabel('Confirm New Password', { exact: true }).fill('a-new-beginning')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Password reset successfully! Redirecting to login...')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Password reset successfully! Please login with your new password.')).toBeVisible()
  await signInWith(page, stage.doctor, 'a-new-beginning')
  await expect(page).toHaveURL('/doctor/dashboard')
})

test('refuses a wrong code, sends another only after two minutes, and lets users with a code continue', async ({
  page,
  stage,
}) => {
  await page.clock.install()
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(stage.staff.email)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('Verification code').fill('000000')
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid or expired OTP. Please check the code or request a new one.')
  await page.clock.runFor(121_000)
  await page.getByRole('button', { name: 'Resend OTP' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Please wait \d+ seconds before requesting another OTP\.$/)

  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(page.getByRole('heading', { name: 'Enter your email' })).toBeFocused()
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Please wait \d+ seconds/)
  await page.getByRole('button', { name: 'I have a code' }).click()
  await expect(page.getByLabel('Verification code')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL('/login')
})

test('a user sees their sessions and ends one elsewhere', async ({ enter, stage }) => {
  const elsewhere = await enter(stage.doctor)
  const page = await enter(stage.doctor)
  await page.getByRole('button', { name: `User menu of ${stage.doctor.fullName}` }).click()
  await page.getByRole('menuitem', { name: 'Sessions' }).click()
  const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1)
  await rows.getByRole('button', { name: /^End / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click()
  await expect(rows).toHaveCount(1)
  await expect(elsewhere).toHaveURL('/login')

  const again = await enter(stage.doctor)
  await page.reload()
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all others' }).click()
  await expect(page.getByText('1 session has ended.')).toBeVisible()
  await expect(again).toHaveURL('/login')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/login')
  await signIn(page, stage.doctor)
})
