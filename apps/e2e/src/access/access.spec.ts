import type { Page } from '@playwright/test'
import { demo } from '../core/people.ts'
import { expect, test } from '../core/test.ts'
import { fetchStatus } from '../core/viewer.ts'
import { liveBadge, signIn, signOut, tabOf } from '../core/worklist.ts'

const keys = ['auth_expires', 'auth_token', 'auth_user']
const storedToken = (page: Page) => page.evaluate(() => sessionStorage.getItem('auth_token'))

async function reloadWithMinutesLeft(page: Page, minutes: number): Promise<void> {
  await page.evaluate((left) => sessionStorage.setItem('auth_expires', String(Date.now() + left * 60_000)), minutes)
  await page.reload()
}

test('a sign-in leads back to the requested page', { tag: '@slow-network' }, async ({ page }) => {
  await page.goto('/admin/dashboard?tab=completed&limit=50')
  await expect(page).toHaveURL('/login')
  await signIn(page, demo.admin)
  await expect(page).toHaveURL('/admin/dashboard?tab=completed&limit=50')
  await expect(tabOf(page, 'Completed')).toHaveAttribute('aria-current', 'page')
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
  await expect(other.getByRole('status').filter({ hasText: 'You signed out in another window.' })).toBeVisible()
  await signIn(page, stage.doctor)
  await other.reload()
  await expect(other.getByLabel('Email')).toBeVisible()
  await signIn(other, stage.doctor)
  await expect(other).toHaveURL('/doctor/dashboard')
})

test('a session ends in the browser and on the server, by signing out and when it is ended elsewhere', async ({
  enter,
  stage,
  request,
}) => {
  const page = await enter(stage.doctor)
  const token = await storedToken(page)
  const asked = () => fetchStatus(page, '/api/doctor/values', { authorization: `Bearer ${token}` })
  expect(await asked()).toBe(200)
  await signOut(page, stage.doctor)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await expect.poll(asked).toBe(401)
  await page.goto('/doctor/dashboard')
  await expect(page).toHaveURL('/login')

  await signIn(page, stage.doctor)
  await expect(liveBadge(page)).toHaveText('Live')
  await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${await storedToken(page)}` }, data: {} })
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('status').filter({ hasText: 'You signed out in another window.' })).toBeVisible()
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
