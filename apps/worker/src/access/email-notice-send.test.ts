import { users } from '@readroom/db/access/accounts.schema'
import { lockUser } from '@readroom/db/people/users'
import { createUser } from '@readroom/db/testing/factories'
import { changeAccount } from '@readroom/domain/people/accounts'
import { jobs } from '@readroom/jobs/jobs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRun } from '../core/jobs/jobs.fixture.ts'
import { type OpenMail, openMail } from '../core/jobs/mail.fixture.ts'
import { sendEmailNotice } from './email-notice-send.ts'

let mail: OpenMail
beforeAll(async () => {
  mail = await openMail()
})
afterAll(() => mail.close())

/** Changes an address as the API does for an administrator. Returns the payloads of both jobs. */
async function move(email: string) {
  const user = await createUser(mail.db, 'lab_staff')
  await mail.db.transaction(async (begun) => {
    const [tx] = await lockUser(begun, user.id)
    await changeAccount(tx, user.id, user, { ...user, email })
  })
  const taken = await mail.takeJobs('email-notice.send')
  return { user, payloads: taken.slice(-2).map((payload) => jobs['email-notice.send'].payload.parse(payload)) }
}

test('the former address is told, without the new one, and the new one how to sign in', async () => {
  const email = 'rosa.new@readroom.example'
  const { user, payloads } = await move(email)
  for (const payload of payloads) await sendEmailNotice(mail.timed, payload, firstRun)
  const former = await mail.getMail(user.email)
  expect(former.subject).toBe('The email address of your Readroom account was changed')
  expect(former.text).toContain('help@example.org immediately')
  expect(former.text).not.toContain(email)
  const present = await mail.getMail(email)
  expect(present.subject).toBe('This is now the email address of your Readroom account')
  expect(present.text).toContain('Your password does not change.')
  expect(present.text).not.toContain(user.email)
})

test('an account that was deleted meanwhile gets nothing', async () => {
  const { user, payloads } = await move('rosa.gone@readroom.example')
  await mail.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, user.id))
  for (const payload of payloads) await sendEmailNotice(mail.timed, payload, firstRun)
  expect(await mail.listMails(user.email)).toEqual([])
})
