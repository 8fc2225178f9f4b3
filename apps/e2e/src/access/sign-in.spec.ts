import type { Browser, Locator, Page } from '@playwright/test'
import { userEndpoints } from '@readroom/contracts/people/users'
import { waitForMail } from '../core/mail.ts'
import type { Person } from '../core/people.ts'
import { expect, test } from '../core/test.ts'
import { liveBadge } from '../core/worklist.ts'

const panelOf = (page: Page): Locator => page.getByRole('complementary', { name: 'About Readroom' })
const dotOf = (page: Page, title: string) => page.getByRole('button', { name: `: ${title}` })

async function expectSlide(page: Page, title: string): Promise<void> {
  await expect(dotOf(page, title)).toHaveAttribute('aria-current', 'true')
  await expect(panelOf(page).getByRole('heading')).toHaveText(title)
}

/** Opens the sign-in page with motion allowed and a clock that the test controls. */
async function openMoving(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'no-preference', ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/login')
  await page.mouse.move(1400, 10)
  await expectSlide(page, 'Global specialists')
  return page
}

async function signInWith(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
}

test.describe('the carousel', () => {
  test('stands still under the pointer and with keyboard focus inside', async ({ browser, baseURL }) => {
    const page = await openMoving(browser, baseURL)
    await panelOf(page).hover()
    await page.clock.runFor(30_000)
    await expectSlide(page, 'Global specialists')
    await page.mouse.move(1400, 10)
    await page.clock.runFor(5000)
    await expectSlide(page, 'Multiple laboratories')
    await page.getByRole('button', { name: 'Learn More' }).focus()
    await page.keyboard.press('Tab')
    await page.clock.runFor(30_000)
    await expectSlide(page, 'Multiple laboratories')
    await page.context().close()
  })

  test('"Learn More" explains the slide and returns the focus', async ({ page }) => {
    await page.goto('/login')
    await dotOf(page, 'Multiple laboratories').click()
    await page.getByRole('button', { name: 'Learn More' }).click()
    const dialog = page.getByRole('dialog', { name: 'Multiple laboratories' })
    await expect(dialog.getByText('Laboratory staff see only the studies of their own laboratory.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Learn More' })).toBeFocused()
  })
})

test('a user who cannot sign in finds a support contact', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Contact support' }).click()
  await expect(page.getByRole('dialog').getByRole('link')).toHaveAttribute('href', 'mailto:support@readroom.example')
})

test('without a support email, users are sent to their administrator', async ({ page }) => {
  const settings = { success: true, clinicTimeZone: 'Europe/Berlin', supportEmail: null }
  await page.route('**/api/settings', (route) => route.fulfill({ json: settings }))
  await page.goto('/login')
  await page.getByRole('button', { name: 'Contact support' }).click()
  await expect(page.getByRole('dialog').getByText('Please contact your Readroom administrator.')).toBeVisible()
})

test('a generated password gives access only to the password change', async ({ page, stage, system, adminApi }) => {
  const person: Person = stage.staff
  const { data } = await adminApi.call(userEndpoints.list, { query: { search: person.email } })
  const [account] = data
  if (!account) throw new Error(`No account of ${person.email}`)
  await adminApi.call(userEndpoints.sendPassword, { params: { userId: account._id } })
  const { text } = await waitForMail(system, { to: person.email, subject: 'Your Readroom password' })
  const generated = /Password: (\S+)/.exec(text)?.[1] ?? ''

  await page.goto('/login')
  await signInWith(page, person.email, generated)
  await expect(page).toHaveURL('/change-password')
  await expect(page.getByText('Your current password was generated for you. Choose your own to continue.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden()
  for (const path of ['/lab/dashboard', '/sessions']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/change-password')
  }
  await page.getByRole('button', { name: `User menu of ${person.fullName}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Sign Out'])
  await page.keyboard.press('Escape')

  await page.getByLabel('Current Password', { exact: true }).fill(generated)
  await page.getByLabel('New Password', { exact: true }).fill('a-password-of-my-own')
  await page.getByLabel('Confirm New Password', { exact: true }).fill('a-password-of-my-own')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page).toHaveURL('/login')
  await signInWith(page, person.email, 'a-password-of-my-own')
  await expect(page).toHaveURL('/lab/dashboard')
})

test('two tabs stay signed in when the token is renewed', async ({ stage, enter }) => {
  const first = await enter(stage.staff)
  await first.context().clock.install()
  await first.reload()
  const second = await first.context().newPage()
  await second.goto(first.url())
  await expect(liveBadge(second)).toHaveText('Live')
  const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('auth_token') ?? '')
  const nameOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti
  const before = await tokenOf(second)
  expect(await tokenOf(first)).toBe(before)
  await first.context().clock.fastForward('56:00')
  await expect.poll(async () => nameOf(await tokenOf(second))).not.toBe(nameOf(before))
  await expect.poll(async () => nameOf(await tokenOf(first))).toBe(nameOf(await tokenOf(second)))
})
