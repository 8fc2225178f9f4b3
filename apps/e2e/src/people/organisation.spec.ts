import type { Page } from '@playwright/test'
import { settingsEndpoints } from '@readroom/contracts/operations/settings'
import { type ApiSession, signIn as openApi } from '@readroom/demo/api-client'
import { type OpenidPerson, openidClient, startOpenidProvider } from '@readroom/local/services/openid-provider'
import { expectAccessibleAtBothWidths } from '../core/accessibility.ts'
import { type Person, password } from '../core/people.ts'
import { type System, startOwnSystem, systemStartMs } from '../core/system.ts'
import { test as base, expect } from '../core/test.ts'

const admin: Person = { email: 'admin@readroom.example', fullName: 'Administrator', role: 'admin' }
const label = 'Sign in with St. Anne'

type Provider = Awaited<ReturnType<typeof startOpenidProvider>>

/** A separate system, because settings apply to the whole installation. */
const test = base.extend<object, { provider: Provider; system: System; adminApi: ApiSession }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern
    async ({}, use) => {
      const provider = await startOpenidProvider()
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  system: [
    async ({ provider }, use) => {
      const { stop, ...system } = await startOwnSystem('off', admin.email, {
        OIDC_ISSUER: provider.origin,
        OIDC_BUTTON_LABEL: label,
        OIDC_CLIENT_ID: openidClient.id,
        OIDC_CLIENT_SECRET: openidClient.secret,
        OIDC_ROLE_CLAIM: 'roles',
        OIDC_ROLES: 'reporters=doctor_account',
        OIDC_NEW_ACCOUNTS: 'on',
      })
      provider.trust(system.url)
      await use(system)
      await stop()
    },
    { scope: 'worker', timeout: systemStartMs },
  ],
  adminApi: [async ({ system }, use) => use(await openApi(system.url, admin.email, password)), { scope: 'worker' }],
})

test.describe.configure({ mode: 'serial' })

const doctor: OpenidPerson = {
  sub: 'grace',
  email: 'grace@st-anne.example',
  email_verified: true,
  name: 'Grace Field',
  roles: ['reporters'],
}

const leave = async (page: Page, fullName: string) => {
  await page.getByRole('button', { name: `User menu of ${fullName}` }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
}

test("a doctor signs in through the organisation's provider, and out of it", async ({ page, provider }) => {
  provider.signInNext(doctor)
  await page.goto('/login')
  await page.getByRole('button', { name: label }).click()
  await expect(page).toHaveURL('/doctor/dashboard')
  await leave(page, 'Grace Field')
  await page.waitForURL(`${provider.origin}/session/end*`)
})

test('the sign-in page reports an unknown account at the provider', async ({ page, provider }) => {
  provider.signInNext({ ...doctor, sub: 'mallory', email: admin.email, email_verified: false })
  await page.goto('/login')
  await page.getByRole('button', { name: label }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Your organisation has not verified your email address, so you cannot sign in with it.',
  )
  await expect(page).toHaveURL('/login')
})

test('a user who needs a second factor must set it up first', async ({ page, adminApi }) => {
  await adminApi.call(settingsEndpoints.change, { body: { values: { secondFactorRoles: ['admin'] }, reset: [] } })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: label })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'sign-in')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
  await expect(page).toHaveURL('/sign-in-security')
  await expect(page.getByText('Your role requires a second factor.')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'second factor')
  for (const path of ['/admin/dashboard', '/sessions']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/sign-in-security')
  }
})
