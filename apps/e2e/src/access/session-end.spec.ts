import type { Db } from '@readroom/db/core/client'
import { expectAccessibleAtBothWidths } from '../core/accessibility.ts'
import { expect, test } from '../core/test.ts'

/** Changes when the sessions of an account end. */
const setSessions = (db: Db, email: string, assignment: string) =>
  db.execute(`update sessions set ${assignment} where user_id = (select id from users where email = '${email}')`)

test('an idle session warns before it ends, and continues on request', async ({ enter, stage, db }) => {
  const page = await enter(stage.doctor)
  await page.clock.install()
  await page.goto('/sessions')
  await expect(page.getByText('This device')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Your session ends in 2 minutes' })
  const { email } = stage.doctor

  await setSessions(db, email, `last_active_at = now() - interval '118 minutes 20 seconds'`)
  await page.clock.fastForward('10:01')
  await expect(dialog.getByText('You have been inactive.')).toBeVisible()
  await expect(dialog.getByText(/^1:[0-4]\d$/)).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'warning', { include: '[role=dialog]' })
  // Simulates activity in another window of this browser.
  await setSessions(db, email, 'last_active_at = now()')
  await page.clock.fastForward('00:06')
  await expect(dialog).toBeHidden()

  await setSessions(db, email, `last_active_at = now() - interval '118 minutes 20 seconds'`)
  await page.clock.fastForward('10:01')
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(dialog).toBeHidden()
  const { rows } = await db.execute(
    `select 1 from sessions where last_active_at > now() - interval '1 minute' and user_id = (select id from users where email = '${email}')`,
  )
  expect(rows).toHaveLength(1)
})

test("a session at its maximum length warns, and can't be extended", async ({ enter, stage, db }) => {
  const page = await enter(stage.staff)
  await setSessions(db, stage.staff.email, `expires_at = now() + interval '100 seconds'`)
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Your session ends in 2 minutes' })
  await expect(dialog.getByText('It reaches the maximum session length.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue working' }).click()
  await expect(dialog).toBeHidden()
  await setSessions(db, stage.staff.email, 'expires_at = now()')
  await expect(page.getByText('Your session reached its maximum length. Please sign in again.')).toBeVisible()
})
