import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { otpTries } from '@readroom/contracts/access/password-recovery'
import { passwordResets } from '@readroom/db/access/accounts.schema'
import { storeResetCode } from '@readroom/db/access/password-resets'
import { auditLog } from '@readroom/db/core/audit.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { createActor, createUser } from '@readroom/db/testing/factories'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { longerWaits } from '../../testing/longer-waits.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { whileBusy } from '../../testing/while-busy.fixture.ts'

const code = '493817'
const wanted = 'a future secret'
const OtpJob = z.object({ resetId: z.uuid(), sentAt: z.coerce.date() })

describe('password recovery', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
    await api.asOwner(longerWaits)
  })
  afterAll(() => api.stop())

  let lastAddress = 1
  /** Calls from an address of its own in each test, because failures are counted by address too. */
  const caller = () => {
    const remoteAddress = `10.0.0.${lastAddress++}`
    return (path: string, payload: object) =>
      api.app.inject({ method: 'POST', url: `/api/forgot-password/${path}`, remoteAddress, payload })
  }
  type Call = ReturnType<typeof caller>

  const person = async (fields = {}) => createUser(api.db, 'lab_staff', { passwordHash: await hash('my old secret'), ...fields })

  /** Does the worker's part for the newest request, with a known code. */
  async function mailCode(known = code): Promise<void> {
    const [job] = await api.db.select().from(outbox).where(eq(outbox.name, 'otp.send')).orderBy(desc(outbox.id)).limit(1)
    const { resetId, sentAt } = OtpJob.parse(job?.payload)
    expect(await storeResetCode(api.db, resetId, sentAt, await hash(known))).toBe(true)
  }
  async function verified(call: Call, email: string): Promise<string> {
    await call('send-otp', { email })
    await mailCode()
    return (await call('verify-otp', { email, otp: code })).json().data.resetToken
  }
  const reset = (call: Call, email: string, resetToken: string, fields = {}) =>
    call('reset-password', { email, resetToken, newPassword: wanted, confirmPassword: wanted, ...fields })
  const login = (email: string, password: string) =>
    api.app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress: '10.9.9.9', payload: { email, password } })
  const letTwoMinutesPass = () =>
    api.db.update(passwordResets).set({ sentAt: sql`${passwordResets.sentAt} - interval '2 minutes'` })

  it('sets a new password in three steps, and ends every session', async () => {
    const user = await person()
    const session = await createActor(api.db, user)
    const call = caller()
    const sent = await call('send-otp', { email: user.email.toUpperCase() })
    expect(sent.json()).toEqual({ success: true, message: 'OTP sent successfully! Please check your email.' })
    await mailCode()
    const answer = await call('verify-otp', { email: user.email, otp: code })
    expect(answer.json()).toMatchObject({ success: true, message: 'OTP verified successfully!' })
    const done = await reset(call, user.email, answer.json().data.resetToken)
    expect(done.json()).toEqual({ success: true, message: 'Password reset successfully! Redirecting to login...' })
    expect([(await login(user.email, 'my old secret')).statusCode, (await login(user.email, wanted)).statusCode]).toEqual([
      401, 200,
    ])
    expect((await api.request({ method: 'GET', url: '/auth/profile' }, session)).statusCode).toBe(401)
  })

  it('answers unknown and inactive addresses like a known one at every step', async () => {
    const [known, inactive] = [await person(), await person({ isActive: false })]
    const answersFor = async (email: string) => {
      const call = caller()
      const first = await call('send-otp', { email })
      await mailCode('111111')
      const steps = [
        first,
        await call('verify-otp', { email, otp: '222222' }),
        await call('reset-password', { email, resetToken: 'forged', newPassword: wanted, confirmPassword: wanted }),
      ]
      return steps.map(({ statusCode, body }) => [statusCode, body])
    }
    const expected = await answersFor(known.email)
    expect(await answersFor(`${randomUUID()}@readroom.example`)).toEqual(expected)
    expect(await answersFor(inactive.email)).toEqual(expected)
  })

  it('gives no token for an unknown address, even after a lucky guess', async () => {
    const [call, email] = [caller(), `${randomUUID()}@readroom.example`]
    await call('send-otp', { email })
    await mailCode()
    expect((await call('verify-otp', { email, otp: code })).json().code).toBe('OTP_INVALID')
  })

  it('sends another code only after two minutes, for known and unknown addresses', async () => {
    for (const email of [(await person()).email, `${randomUUID()}@readroom.example`]) {
      const call = caller()
      await call('send-otp', { email })
      for (const path of ['resend-otp', 'send-otp']) {
        const answer = await call(path, { email })
        expect([answer.statusCode, answer.json().message]).toEqual([
          429,
          'Please wait 120 seconds before requesting another OTP.',
        ])
      }
      await letTwoMinutesPass()
      expect((await call('resend-otp', { email })).json().message).toBe('New OTP sent successfully!')
    }
  })

  it('takes a code later if the server was too busy to check it, however often it was tried', async () => {
    const { email } = await person()
    const call = caller()
    await call('send-otp', { email })
    await mailCode()
    await whileBusy(async () => {
      for (let tries = 0; tries < otpTries; tries++)
        expect((await call('verify-otp', { email, otp: code })).json().code).toBe('BUSY')
    })
    expect((await call('verify-otp', { email, otp: code })).json()).toMatchObject({ success: true })
  })

  it('compares five of twenty simultaneous codes, and afterwards refuses even the right one', async () => {
    const user = await person()
    const call = caller()
    await call('send-otp', { email: user.email })
    await mailCode()
    const guesses = Array.from({ length: 20 }, (_, index) =>
      call('verify-otp', { email: user.email, otp: String(100000 + index) }),
    )
    const answers = await Promise.all(guesses)
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(400)
    const [row] = await api.db.select().from(passwordResets).where(eq(passwordResets.userId, user.id))
    expect(row?.tries).toBe(5)
    expect((await call('verify-otp', { email: user.email, otp: code })).json().code).toBe('OTP_INVALID')
  })

  it('accepts a code once, even if two requests send it at once', async () => {
    const user = await person()
    const call = caller()
    await call('send-otp', { email: user.email })
    await mailCode()
    const answers = await Promise.all([1, 2].map(() => call('verify-otp', { email: user.email, otp: code })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  })

  it.each([
    ['an expired code', { codeExpiresAt: new Date(Date.now() - 1000) }, code],
    ['another code', {}, '000000'],
    ['something that is no code', {}, '49381x'],
  ])('refuses %s', async (_name, change, otp) => {
    const user = await person()
    const call = caller()
    await call('send-otp', { email: user.email })
    await mailCode()
    if (Object.keys(change).length > 0) await api.db.update(passwordResets).set(change).where(eq(passwordResets.userId, user.id))
    const answer = await call('verify-otp', { email: user.email, otp })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'OTP_INVALID'])
  })

  it('invalidates the previous code when a new one is sent', async () => {
    const user = await person()
    const call = caller()
    await call('send-otp', { email: user.email })
    await mailCode()
    await letTwoMinutesPass()
    await call('resend-otp', { email: user.email })
    expect((await call('verify-otp', { email: user.email, otp: code })).json().code).toBe('OTP_INVALID')
  })

  it('accepts a fresh reset token once, for its own address only', async () => {
    const [user, other] = [await person(), await person()]
    const call = caller()
    const token = await verified(call, user.email)
    const refused = [
      await reset(call, other.email, token),
      await reset(call, user.email, 'forged'),
      await reset(call, user.email, token, { newPassword: '123456', confirmPassword: '123456' }),
    ]
    expect(refused.map((answer) => answer.json().code)).toEqual([
      'RESET_TOKEN_INVALID',
      'RESET_TOKEN_INVALID',
      'PASSWORD_TOO_COMMON',
    ])
    const twice = await Promise.all([reset(call, user.email, token), reset(call, user.email, token)])
    expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    expect((await reset(call, user.email, token)).json().code).toBe('RESET_TOKEN_INVALID')

    const stale = await verified(caller(), other.email)
    await api.db
      .update(passwordResets)
      .set({ tokenExpiresAt: new Date(Date.now() - 1000) })
      .where(eq(passwordResets.userId, other.id))
    expect((await reset(call, other.email, stale)).json().code).toBe('RESET_TOKEN_INVALID')
  })

  it('blocks an address that requests codes for many accounts', async () => {
    const call = caller()
    const ask = () => call('send-otp', { email: `${randomUUID()}@readroom.example` })
    const answers = []
    for (let asked = 0; asked < 22; asked++) answers.push((await ask()).statusCode)
    expect(answers).toEqual([...Array(21).fill(200), 429])
  })

  it('blocks an address that requests codes for many accounts at once', async () => {
    const call = caller()
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => call('send-otp', { email: `${randomUUID()}@readroom.example` })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(21)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(19)
  })

  it('is in the audit log without code or token', async () => {
    const user = await person()
    const call = caller()
    const token = await verified(call, user.email)
    await reset(call, user.email, token)
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, user.id)).orderBy(auditLog.id)
    expect(entries.map(({ action }) => action)).toEqual(['recovery.requested', 'recovery.verified', 'password.reset'])
    const everything = JSON.stringify([entries, await api.db.select().from(passwordResets), await api.db.select().from(outbox)])
    expect(everything).not.toContain(token)
    expect(everything).not.toContain(code)
  })
})
