import type { BrowserContext, Page } from '@playwright/test'
import { password } from '../core/api-process.ts'

/** Signs in by hand, as a doctor of the benchmark's. */
export async function enterAsDoctor(context: BrowserContext, origin: string, email: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
  await page.waitForURL('**/doctor/dashboard*')
  return page
}
