import { verify } from '@node-rs/argon2'
import { passwordResets } from '@readroom/db/access/accounts.schema'
import { createUser } from '@readroom/db/testing/factories'
import { requestReset } from '@readroom/domain/access/passwords'
import { jobs } from '@readroom/jobs/jobs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRun } from '../core/jobs/jobs.fixture.ts'
import { type OpenMail, openMail } from '../core/jobs/mail.fixture.ts'
import { sendOtp } from './otp-send.ts'

let mail: OpenMail
beforeAll(async () => {
  mail = await openMail()
})
afterAll(() => mail.close())

const codeOf = (text: string) => /Code: (\d{6})\n/.exec(text)?.[1] ?? ''

/** Requests a code as the API does for an address. Returns the job's payload. */
async function request(email: string) {
  await mail.db.transaction((tx) => requestReset(tx, email))
  const payload = (await mail.takeJobs('otp.send')).at(-1)
  return jobs['otp.send'].payload.parse(payload)
}

const resetOf = async (resetId: string) =>
  (await mail.db.select().from(passwordResets).where(eq(passwordResets.id, resetId)))[0] ?? {
    codeHash: null,
    codeExpiresAt: null,
  }

test('the code in the mail is the one that is stored, for ten minutes', async () => {
  const user = await createUser(mail.db, 'admin', { fullName: 'Ada Byron' })
  const payload = await request(user.email.toUpperCase())
  await sendOtp(mail.context, payload, firstRun)
  const { subject, text, html, from, headers } = await mail.getMail(user.email)
  expect(subject).toBe('Your Readroom code')
  expect(from).toMatchObject({ name: 'Readroom', address: 'no-reply@portal.example.org' })
  expect(headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  expect(text).toContain('Hello Ada Byron,')
  expect(text).toContain('10 minutes')
  expect(html).toContain(codeOf(text))
  expect(html).not.toMatch(/<img|<a |https?:/)
  const { codeHash, codeExpiresAt } = await resetOf(payload.resetId)
  expect(await verify(codeHash ?? '', codeOf(text))).toBe(true)
  expect(codeExpiresAt?.getTime()).toBeGreaterThan(Date.now() + 9 * 60_000)
})

test('an unknown address and a deactivated account get no mail, and a code that nobody learns', async () => {
  const { email } = await createUser(mail.db, 'admin', { isActive: false })
  for (const address of ['nobody@readroom.example', email]) {
    const payload = await request(address)
    await sendOtp(mail.context, payload, firstRun)
    expect(await mail.listMails(address)).toEqual([])
    expect((await resetOf(payload.resetId)).codeHash).toMatch(/^\$argon2id/)
  }
})

test('a request that a newer one has replaced sends nothing', async () => {
  const { email } = await createUser(mail.db, 'admin')
  const older = await request(email)
  await mail.db
    .update(passwordResets)
    .set({ sentAt: new Date(Date.now() - 121_000) })
    .where(eq(passwordResets.id, older.resetId))
  const newer = await request(email)
  expect(newer.resetId).toBe(older.resetId)
  await sendOtp(mail.context, older, firstRun)
  expect(await mail.listMails(email)).toEqual([])
  await sendOtp(mail.context, newer, firstRun)
  expect(await mail.listMails(email)).toHaveLength(1)
})

test('while the mail server is away the job fails, and the next run mails the code that is good', async () => {
  const { email } = await createUser(mail.db, 'admin')
  const payload = await request(email)
  await mail.whileAway(() => expect(sendOtp(mail.context, payload, firstRun)).rejects.toThrow('ECONNREFUSED'))
  await sendOtp(mail.context, payload, firstRun)
  const [sent, ...others] = await mail.listMails(email)
  expect(others).toEqual([])
  expect(await verify((await resetOf(payload.resetId)).codeHash ?? '', codeOf(sent?.text ?? ''))).toBe(true)
})

test.each([
  ['HTML', '<b onclick="alert(1)">Eve</b> & \'Co\''],
  ['a header', 'Eve\r\nBcc: mallory@evil.example\r\n\r\n<p>Hello'],
  ['quotes', '"Eve" <mallory@evil.example>, "Bob\\"'],
])('a name with %s does no harm', async (_, fullName) => {
  const { email } = await createUser(mail.db, 'admin', { fullName })
  await sendOtp(mail.context, await request(email), firstRun)
  const { to, bcc, cc, text, html, headers } = await mail.getMail(email)
  expect(to?.map(({ address }) => address)).toEqual([email])
  expect([bcc, cc]).toEqual([undefined, undefined])
  expect(headers.map(({ key }) => key)).not.toContain('bcc')
  expect(await mail.listMails('mallory@evil.example')).toEqual([])
  expect(text.split('\n')[0]).toBe(`Hello ${fullName.replace(/\s+/g, ' ')},`)
  expect(html).not.toMatch(/<b onclick|<p>Hello,|<mallory/)
  expect(html.match(/<p>/g)).toHaveLength(5)
})
