import type { Page } from '@playwright/test'
import { demo, type Person, password } from '../core/people.ts'
import { expect, test } from '../core/test.ts'
import { fetchStatus } from '../core/viewer.ts'
import { liveBadge, signIn, signOut, tabOf } from '../core/worklist.ts'

const own: readonly { person: Person; home: string; foreign: string[] }[] = [
  { person: demo.admin, home: '/admin/dashboard', foreign: ['/lab/dashboard', '/doctor'] },
  { person: demo.lab2, home: '/lab/dashboard', foreign: ['/admin/dashboard', '/doctor/dashboard', '/lab'] },
  { person: demo.doctor2, home: '/doctor/dashboard', foreign: ['/admin/dashboard', '/lab/dashboard', '/doctor'] },
]

const keys = ['auth_expires', 'auth_token', 'auth_user']
const storedToken = (page: Page) => page.evaluate(() => sessionStorage.getItem('auth_token'))

async function reloadWithMinutesLeft(page: Page, minutes: number): Promise<void> {
  await page.evaluate((left) => sessionStorage.setItem('auth_expires', String(Date.now() + left * 60_000)), minutes)
  await page.reload()
}

test('every page leads to the sign-in page if nobody is signed in', async ({ page }) => {
  for (const path of [
    '/',
    '/admin/dashboard',
    '/lab/dashboard',
    '/doctor/dashboard',
    '/lab',
    '/doctor',
    '/nowhere',
    '/admin/dashboard/x',
  ]) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  }
  await expect(page).toHaveTitle(/Sign in/)
})

for (const { person, home, foreign } of own) {
  test(`${person.role}: every other page leads to their own dashboard`, async ({ enter }) => {
    const page = await enter(person)
    await expect(page).toHaveURL(home)
    for (const path of [...foreign, '/login', '/nowhere']) {
      await page.goto(path)
      await expect(page, path).toHaveURL(home)
    }
    await expect(page.getByText(person.role.replace('_', ' '), { exact: true })).toBeVisible()
  })
}

test('a sign-in leads back to the requested page', { tag: '@slow-network' }, async ({ page }) => {
  await page.goto('/admin/dashboard?tab=completed&limit=50')
  await expect(page).toHaveURL('/login')
  await signIn(page, demo.admin)
  await expect(page).toHaveURL('/admin/dashboard?tab=completed&limit=50')
  await expect(tabOf(page, 'Completed')).toHaveAttribute('aria-current', 'page')
})

test('a wrong password and an unknown email are refused with the same message', async ({ page, stage }) => {
  await page.goto('/login')
  for (const email of [stage.doctor.email, `nobody.${stage.tag}@readroom.example`]) {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
    await page.reload()
  }
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('the form asks for missing fields, and shows the password on request', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
  await expect(page.getByText('Please enter your email')).toBeVisible()
  await expect(page.getByText('Please enter your password')).toBeVisible()
  await page.getByLabel('Email').fill('no-address')
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})

test('a busy sign-in shows that it is busy', async ({ page }) => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/login', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill(demo.doctor2.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeDisabled()
  answer()
  await page.waitForURL('**/doctor/dashboard')
})

test('the tabs of a browser share one session, which is stored only in the tabs', async ({ enter, stage }) => {
  const page = await enter(stage.staff)
  expect(
    await page.evaluate(() =>
      Object.keys(sessionStorage)
        .filter((key) => key.startsWith('auth'))
        .sort(),
    ),
  ).toEqual(keys)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie)).not.toContain(await storedToken(page))
  await page.reload()
  await expect(page).toHaveURL('/lab/dashboard')
  const other = await page.context().newPage()
  await other.goto('/lab/dashboard')
  await expect(liveBadge(other)).toHaveText('Live')
  expect(await storedToken(other)).toBe(await storedToken(page))
  await signOut(page, stage.staff)
  await expect(other).toHaveURL('/login')
  await expect(other.getByRole('status')).toContainText('You signed out in another window.')
  await signIn(page, stage.doctor)
  await other.reload()
  await expect(other.getByLabel('Email')).toBeVisible()
  await signIn(other, stage.doctor)
  await expect(other).toHaveURL('/doctor/dashboard')
})

test('signing out ends the session in the browser and on the server', async ({ enter, stage }) => {
  const page = await enter(stage.doctor)
  const token = await storedToken(page)
  const asked = () => fetchStatus(page, '/api/doctor/values', { authorization: `Bearer ${token}` })
  expect(await asked()).toBe(200)
  await signOut(page, stage.doctor)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await expect.poll(asked).toBe(401)
  await page.goto('/doctor/dashboard')
  await expect(page).toHaveURL('/login')
})

test('a session that is ended elsewhere leads to the sign-in page at once and shows the reason', async ({
  enter,
  stage,
  request,
}) => {
  const page = await enter(stage.doctor)
  await expect(liveBadge(page)).toHaveText('Live')
  await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${await storedToken(page)}` }, data: {} })
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('status')).toContainText('You signed out in another window.')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('an outage never signs the user out', async ({ enter, stage }) => {
  const page = await enter(stage.doctor)
  const down = {
    success: false,
    code: 'UNAVAILABLE',
    message: 'The service is not available at the moment. Please try again shortly.',
  }
  await page.route('**/{api,auth}/**', (route) => route.fulfill({ status: 503, json: down }))
  await reloadWithMinutesLeft(page, 4)
  await expect(page.getByRole('alert').getByRole('heading', { name: 'The worklist could not be loaded' })).toBeVisible()
  await expect(liveBadge(page)).toHaveText('Offline')
  await expect(page).toHaveURL('/doctor/dashboard')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No studies found' })).toBeVisible()
})

test('"Remember me" keeps only the email', async ({ page, stage }) => {
  await page.goto('/login')
  await page.getByLabel('Remember me').check()
  await signIn(page, stage.doctor)
  await signOut(page, stage.doctor)
  const other = await page.context().newPage()
  await other.goto('/login')
  await expect(other.getByLabel('Email')).toHaveValue(stage.doctor.email)
  await expect(other.getByLabel('Password', { exact: true })).toHaveValue('')
  const stored = await other.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(stored).toContain(stage.doctor.email)
  expect(stored).not.toContain(password)
  await other.getByLabel('Remember me').uncheck()
  await signIn(other, stage.doctor)
  await signOut(other, stage.doctor)
  await other.reload()
  await expect(other.getByLabel('Email')).toHaveValue('')
})
