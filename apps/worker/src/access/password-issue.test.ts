import { verify } from '@node-rs/argon2'
import { users } from '@readroom/db/access/accounts.schema'
import { noPassword } from '@readroom/db/access/passwords'
import { createUser } from '@readroom/db/testing/factories'
import { requestGeneratedPassword } from '@readroom/domain/access/passwords'
import { jobs } from '@readroom/jobs/jobs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRun } from '../core/jobs/jobs.fixture.ts'
import { dyingAfterwards, type OpenMail, openMail } from '../core/jobs/mail.fixture.ts'
import { issuePassword } from './password-issue.ts'

let mail: OpenMail
beforeAll(async () => {
  mail = await openMail()
})
afterAll(() => mail.close())

const passwordOf = (text: string | undefined) => /Password: (\S+)\n/.exec(text ?? '')?.[1] ?? ''

/** Requests a generated password as the API does. Returns the job's payload. */
async function request(userId: string) {
  await mail.db.transaction((tx) => requestGeneratedPassword(tx, userId))
  return jobs['password.issue'].payload.parse((await mail.takeJobs('password.issue')).at(-1))
}

async function accountOf(userId: string) {
  const [row] = await mail.db.select().from(users).where(eq(users.id, userId))
  if (!row) throw new Error('no such account')
  return row
}

test('the mail says how to sign in, and its password opens the account for 72 hours', async () => {
  const user = await createUser(mail.db, 'lab_staff', { username: 'nadia' })
  await issuePassword(mail.context, await request(user.id), firstRun)
  const { subject, text, html } = await mail.getMail(user.email)
  expect(subject).toBe('Your Readroom password')
  expect(text).toContain('Address: https://portal.example.org/login\n')
  expect(text).toContain(`Email: ${user.email}\n`)
  expect(text, 'which nobody signs in with').not.toContain('nadia')
  expect(text).toContain('72 hours')
  expect(text).toContain('at the first sign-in')
  expect(html).toContain(passwordOf(text))
  const account = await accountOf(user.id)
  expect(await verify(account.passwordHash, passwordOf(text))).toBe(true)
  expect(account).toMatchObject({ mustChangePassword: true, passwordRequestId: null })
  expect(Math.round(((account.passwordExpiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000)).toBe(72)
})

test('after a failed send the next run makes a new password, and mails that one', async () => {
  const user = await createUser(mail.db, 'admin')
  const payload = await request(user.id)
  await mail.whileAway(() => expect(issuePassword(mail.context, payload, firstRun)).rejects.toThrow('ECONNREFUSED'))
  const failed = await accountOf(user.id)
  expect(failed.passwordHash).not.toBe(noPassword)
  expect(failed.passwordRequestId).toBe(payload.requestId)
  await issuePassword(mail.context, payload, firstRun)
  const account = await accountOf(user.id)
  expect(account.passwordHash).not.toBe(failed.passwordHash)
  const mails = await mail.listMails(user.email)
  expect(mails).toHaveLength(1)
  expect(await verify(account.passwordHash, passwordOf(mails[0]?.text))).toBe(true)
})

test('when two mails went out, the newest password is the one that works', async () => {
  const user = await createUser(mail.db, 'admin')
  const payload = await request(user.id)
  const dying = { ...mail.context, mailer: dyingAfterwards(mail.context.mailer) }
  await expect(issuePassword(dying, payload, firstRun)).rejects.toThrow('the process died')
  await issuePassword(mail.context, payload, firstRun)
  const passwords = (await mail.listMails(user.email)).map(({ text }) => passwordOf(text))
  const { passwordHash } = await accountOf(user.id)
  expect(await Promise.all(passwords.map((password) => verify(passwordHash, password)))).toEqual([false, true])
})

test('a job that has done its work, or that a newer request has replaced, changes and sends nothing', async () => {
  const user = await createUser(mail.db, 'admin')
  const older = await request(user.id)
  const newer = await request(user.id)
  await issuePassword(mail.context, older, firstRun)
  expect(await mail.listMails(user.email)).toEqual([])
  await issuePassword(mail.context, newer, firstRun)
  const { passwordHash } = await accountOf(user.id)
  await issuePassword(mail.context, newer, firstRun)
  expect((await accountOf(user.id)).passwordHash).toBe(passwordHash)
  expect(await mail.listMails(user.email)).toHaveLength(1)
})
