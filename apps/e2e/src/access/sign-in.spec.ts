import type { Page } from '@playwright/test'
import { expect, test } from '../core/test.ts'
import { liveBadge } from '../core/worklist.ts'

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
