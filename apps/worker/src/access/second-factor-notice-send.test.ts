import { users } from '@readroom/db/access/accounts.schema'
import { createUser } from '@readroom/db/testing/factories'
import { tellOwner } from '@readroom/domain/access/second-factors'
import { jobs, SecondFactorEvent } from '@readroom/jobs/jobs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRun } from '../core/jobs/jobs.fixture.ts'
import { type OpenMail, openMail } from '../core/jobs/mail.fixture.ts'
import { sendSecondFactorNotice } from './second-factor-notice-send.ts'

let mail: OpenMail
beforeAll(async () => {
  mail = await openMail()
})
afterAll(() => mail.close())

const name = 'second-factor-notice.send'

/** Notifies the account's owner as the API does. Returns the job's payload. */
async function tell(userId: string, event: SecondFactorEvent) {
  await mail.db.transaction((tx) => tellOwner(tx, userId, event))
  return jobs[name].payload.parse((await mail.takeJobs(name)).at(-1))
}

test.each(SecondFactorEvent.options)('what happened (%s), when, and whom to tell', async (event) => {
  const user = await createUser(mail.db, 'admin')
  const payload = await tell(user.id, event)
  expect(Date.now() - Date.parse(payload.at)).toBeLessThan(10_000)
  await sendSecondFactorNotice(mail.timed, { ...payload, at: '2026-03-29T00:05:00.000Z' }, firstRun)
  const { subject, text } = await mail.getMail(user.email)
  expect(subject).toMatch(/Readroom account/)
  expect(text).toContain('on 29 March 2026 at 00:05 (UTC).')
  expect(text).toContain('help@example.org immediately')
})

test('an account that was deleted meanwhile gets nothing', async () => {
  const user = await createUser(mail.db, 'admin')
  const payload = await tell(user.id, 'reset')
  await mail.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, user.id))
  await sendSecondFactorNotice(mail.timed, payload, firstRun)
  expect(await mail.listMails(user.email)).toEqual([])
})
