import { hash, verify } from '@node-rs/argon2'
import { users } from '@readroom/db/access/accounts.schema'
import { noPassword } from '@readroom/db/access/passwords'
import type { Actor } from '@readroom/db/core/actor'
import { auditLog } from '@readroom/db/core/audit.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { createActor, createUser } from '@readroom/db/testing/factories'
import { requestGeneratedPassword } from '@readroom/domain/access/passwords'
import { revokeSessions } from '@readroom/domain/access/sessions'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDuring } from '../../testing/held.fixture.ts'
import { longerWaits } from '../../testing/longer-waits.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

type Caller = Actor & { tokenId: string }
const current = 'my present secret'
const wanted = 'my future secret'

describe('password change', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
    await api.asOwner(longerWaits)
  })
  afterAll(() => api.stop())

  const person = async (fields = {}) => {
    const user = await createUser(api.db, 'doctor_account', { passwordHash: await hash(current), ...fields })
    return { user, caller: await createActor(api.db, user) }
  }
  const change = (caller: Caller, fields: object = {}) => {
    const payload = { oldPassword: current, newPassword: wanted, confirmPassword: wanted, ...fields }
    return api.request({ method: 'POST', url: '/auth/change-password', payload }, caller)
  }
  const profile = async (caller: Caller) => (await api.request({ method: 'GET', url: '/auth/profile' }, caller)).statusCode
  const stored = async (id: string) => (await api.db.select().from(users).where(eq(users.id, id)))[0]

  it('stores the new password and ends all other sessions', async () => {
    const { user, caller } = await person()
    const elsewhere = await createActor(api.db, user)
    expect((await change(caller)).json()).toMatchObject({ success: true })
    expect([await profile(caller), await profile(elsewhere)]).toEqual([200, 401])
    expect(await verify((await stored(user.id))?.passwordHash ?? '', wanted)).toBe(true)
    const jobs = await api.db.select().from(outbox).where(eq(outbox.kind, 'job'))
    expect(jobs.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ v: 1, userId: user.id, changedAt: expect.any(String) }),
    )
  })

  it('refuses a wrong current password, and keeps the session and the password', async () => {
    const { user, caller } = await person()
    const answer = await change(caller, { oldPassword: 'a guess' })
    expect([answer.statusCode, answer.json().message]).toEqual([401, 'Current password is incorrect'])
    expect(await profile(caller)).toBe(200)
    expect(await verify((await stored(user.id))?.passwordHash ?? '', current)).toBe(true)
  })

  it('slows down guessing of the current password', async () => {
    const { caller } = await person()
    for (let tries = 0; tries < 4; tries++) await change(caller, { oldPassword: 'a guess' })
    expect((await change(caller)).json().code).toBe('TOO_MANY_ATTEMPTS')
  })

  it.each([
    ['PASSWORDS_DIFFER', { confirmPassword: 'something else' }],
    ['PASSWORD_TOO_SHORT', { newPassword: 'a1b2c', confirmPassword: 'a1b2c' }],
    ['PASSWORD_TOO_COMMON', { newPassword: 'Password1', confirmPassword: 'Password1' }],
    ['PASSWORD_TOO_COMMON', { newPassword: 'aaaaaaaaaa', confirmPassword: 'aaaaaaaaaa' }],
    ['PASSWORD_TOO_COMMON', { newPassword: 'Ingeborg', confirmPassword: 'Ingeborg' }],
    ['PASSWORD_UNCHANGED', { newPassword: current, confirmPassword: current }],
  ])('refuses a new password: %s %o', async (code, fields) => {
    const { user, caller } = await person({ fullName: 'Ingeborg Test' })
    const answer = await change(caller, fields)
    expect([answer.statusCode, answer.json().code]).toEqual([400, code])
    expect(await verify((await stored(user.id))?.passwordHash ?? '', current)).toBe(true)
  })

  it('opens the portal to a user with a generated password', async () => {
    const { user, caller } = await person({ mustChangePassword: true, passwordExpiresAt: new Date(Date.now() + 60_000) })
    const worklist = () => api.request({ method: 'GET', url: '/api/doctor/values' }, caller)
    expect((await worklist()).json().code).toBe('PASSWORD_CHANGE_REQUIRED')
    await change(caller)
    expect((await worklist()).statusCode).toBe(200)
    expect(await stored(user.id)).toMatchObject({ mustChangePassword: false, passwordExpiresAt: null, passwordRequestId: null })
  })

  it('does not replace a password that an administrator ends at the same moment', async () => {
    const { user, caller } = await person()
    const answer = await answerDuring(
      api,
      async (tx) => {
        await requestGeneratedPassword(tx, user.id)
        await revokeSessions(tx, { userId: user.id, reason: 'administrator' })
      },
      () => change(caller),
    )
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'CURRENT_PASSWORD_INCORRECT'])
    expect(await stored(user.id)).toMatchObject({ passwordHash: noPassword, mustChangePassword: true })
  })

  it('is in the audit log with account and address, without a password', async () => {
    const { user, caller } = await person()
    await change(caller, { oldPassword: 'a guess' })
    await change(caller)
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.actorUserId, user.id))
    expect(entries.map(({ action, address }) => [action, address])).toEqual([
      ['password.change_failed', '127.0.0.1'],
      ['password.changed', '127.0.0.1'],
    ])
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${wanted}|a guess`))
  })
})
