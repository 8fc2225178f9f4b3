import { users } from '@readroom/db/access/accounts.schema'
import { createUser } from '@readroom/db/testing/factories'
import { setOwnPassword } from '@readroom/domain/access/passwords'
import { jobs } from '@readroom/jobs/jobs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRun } from '../core/jobs/jobs.fixture.ts'
import { type OpenMail, openMail } from '../core/jobs/mail.fixture.ts'
import { sendPasswordNotice } from './password-notice-send.ts'

let mail: OpenMail
beforeAll(async () => {
  mail = await openMail()
})
afterAll(() => mail.close())

/** Changes a password as the API does. Returns the job's payload. */
async function change(userId: string) {
  await mail.db.transaction((tx) => setOwnPassword(tx, userId, 'hash of another'))
  return jobs['password-notice.send'].payload.parse((await mail.takeJobs('password-notice.send')).at(-1))
}

test('the notice says when, and whom to tell, but not what', async () => {
  const user = await createUser(mail.db, 'admin')
  const payload = await change(user.id)
  expect(Date.now() - Date.parse(payload.changedAt)).toBeLessThan(10_000)
  await sendPasswordNotice(mail.timed, { ...payload, changedAt: '2026-03-29T00:05:00.000Z' }, firstRun)
  const { subject, text } = await mail.getMail(user.email)
  expect(subject).toBe('Your Readroom password was changed')
  expect(text).toContain('was changed on 29 March 2026 at 00:05 (UTC).')
  expect(text).toContain('If it was not you, contact help@example.org immediately')
  expect(text).not.toContain('hash of another')
})

test('without an address for help it names the administrator', async () => {
  const user = await createUser(mail.db, 'admin')
  const context = { ...mail.timed, portal: { ...mail.timed.portal, supportEmail: undefined } }
  await sendPasswordNotice(context, await change(user.id), firstRun)
  expect((await mail.getMail(user.email)).text).toContain('If it was not you, contact your administrator immediately')
})

test('an account that was deleted meanwhile gets nothing', async () => {
  const user = await createUser(mail.db, 'admin')
  const payload = await change(user.id)
  await mail.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, user.id))
  await sendPasswordNotice(mail.timed, payload, firstRun)
  expect(await mail.listMails(user.email)).toEqual([])
})
