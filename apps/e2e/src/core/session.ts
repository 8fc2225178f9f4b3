import type { Page } from '@playwright/test'
import { authEndpoints } from '@readroom/contracts/access/auth'
import { type Person, password } from './people.ts'

/** The API gives the lifetime of a token in minutes. */
const minuteMs = 60_000

/** Runs before the page's own scripts. Empty frames have no storage. */
function storeItems(items: Record<string, string>): void {
  if (self.origin === 'null') return
  for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value)
}

/** Signs in through the API and opens `path` with that session. Later page loads have the session only if the page stored it. */
export async function openSignedIn(page: Page, { email }: Person, path: string): Promise<void> {
  const answer = await page.request.post(authEndpoints.login.path, { data: { email, password } })
  const { token, user, expiresIn } = authEndpoints.login.response.parse(await answer.json())
  if (!token) throw new Error(`${email} needs a second factor to sign in`)
  const expiresAt = Date.now() + Number.parseInt(expiresIn, 10) * minuteMs
  const items = { auth_token: token, auth_user: JSON.stringify(user), auth_expires: String(expiresAt) }
  const script = await page.addInitScript(storeItems, items)
  await page.goto(path)
  await script.dispose()
}
