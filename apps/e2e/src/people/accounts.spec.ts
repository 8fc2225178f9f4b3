import type { Page } from '@playwright/test'
import { waitForMail } from '../core/mail.ts'
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
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('dialog').getByText(/Waiting for the first image/)).toBeVisible()

  const { text } = await waitForMail(system, { to: email, subject: 'Your Readroom password' })
  const generated = /Password: (\S+)/.exec(text)?.[1] ?? ''
  await signInWith(own, email, generated)
  await own.waitForURL('**/change-password')
  await test.step('a generated password gives access only to the password change', async () => {
    for (const path of ['/lab/dashboard', '/sessions']) {
      await own.goto(path)
      await expect(own, path).toHaveURL('/change-password')
    }
    await expect(own.getByRole('button', { name: 'Cancel' })).toBeHidden()
    await own.getByRole('button', { name: 'User menu of Rosa Delgado' }).click()
    await expect(own.getByRole('menuitem')).toHaveText(['Sign Out'])
    await own.keyboard.press('Escape')
  })
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
