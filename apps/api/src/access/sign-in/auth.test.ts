import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { type SessionEnd, sessionEnds } from '@readroom/contracts/core/session-ends'
import { sessions, users } from '@readroom/db/access/accounts.schema'
import { noPassword } from '@readroom/db/access/passwords'
import { storePendingTotp } from '@readroom/db/access/second-factors'
import { auditLog } from '@readroom/db/core/audit.schema'
import type { Begun } from '@readroom/db/core/locks'
import { insertLabStaff } from '@readroom/db/people/labs'
import { labs } from '@readroom/db/people/labs.schema'
import { createActor, createCast, createLab, createUser } from '@readroom/db/testing/factories'
import { setOwnPassword } from '@readroom/domain/access/passwords'
import { addAuthenticator } from '@readroom/domain/access/second-factors'
import { revokeSessions } from '@readroom/domain/access/sessions'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDuring } from '../../testing/held.fixture.ts'
import { longerWaits } from '../../testing/longer-waits.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const password = 'a long enough password'

describe('session', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
    await api.asOwner(longerWaits)
  })
  afterAll(() => api.stop())

  const account = async (fields = {}) => createUser(api.db, 'admin', { passwordHash: await hash(password), ...fields })
  const login = (email: string, given = password) =>
    api.request({ method: 'POST', url: '/api/auth/login', payload: { email, password: given } })
  const profile = (token: string) =>
    api.request({ method: 'GET', url: '/auth/profile', headers: { authorization: `Bearer ${token}` } })
  const refresh = (token: string) =>
    api.request({ method: 'POST', url: '/api/auth/refresh-token', headers: { authorization: `Bearer ${token}` } })

  it('opens with the right password, whatever the case of the email address', async () => {
    const user = await account({ fullName: 'Helen Anne Marsh' })
    const { user: shown, token, expiresIn, success } = (await login(user.email.toUpperCase())).json()
    expect({ success, expiresIn }).toEqual({ success: true, expiresIn: '60m' })
    expect(shown).toMatchObject({ email: user.email, role: 'admin', firstName: 'Helen', lastName: 'Anne Marsh' })
    expect((await profile(token)).json()).toMatchObject({ success: true, data: { fullName: 'Helen Anne Marsh' } })
  })

  it('answers a wrong password and an unknown address alike', async () => {
    const user = await account()
    const [wrong, unknown] = [await login(user.email, 'wrong'), await login(`${randomUUID()}@readroom.example`)]
    expect([wrong.statusCode, wrong.body]).toEqual([unknown.statusCode, unknown.body])
    expect(wrong.json()).toEqual({ success: false, code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' })
  })

  it('tells that an account is inactive only after the right password', async () => {
    const user = await account({ isActive: false })
    expect((await login(user.email, 'wrong')).json().code).toBe('INVALID_CREDENTIALS')
    expect((await login(user.email)).json().code).toBe('ACCOUNT_INACTIVE')
  })

  it("tells that an account's laboratory is inactive only after the right password", async () => {
    const lab = await createLab(api.db, { isActive: false })
    const staff = async (isActive: boolean) => {
      const user = await createUser(api.db, 'lab_staff', { passwordHash: await hash(password), isActive })
      await insertLabStaff(api.db, user.id, lab.id)
      return user
    }
    const [user, off] = [await staff(true), await staff(false)]
    expect((await login(user.email, 'wrong')).json().code).toBe('INVALID_CREDENTIALS')
    expect((await login(user.email)).json()).toMatchObject({
      code: 'ACCOUNT_LAB_INACTIVE',
      message: 'The laboratory of this account is not active. Please contact your administrator.',
    })
    expect((await login(off.email)).json().code).toBe('ACCOUNT_INACTIVE')
  })

  it('delays sign-ins after repeated failures, with the right password too, and only from that address', async () => {
    const user = await account()
    for (let tries = 0; tries < 4; tries++) await login(user.email, 'wrong')
    const blocked = await login(user.email)
    expect(blocked.json()).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    expect(blocked.statusCode).toBe(429)
    const elsewhere = await api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '10.1.2.3',
      payload: { email: user.email, password },
    })
    expect(elsewhere.statusCode).toBe(200)
  })

  it('refuses further tries after four wrong passwords, in sequence or at once', async () => {
    const [patient, hasty] = [await account(), await account()]
    const codes: string[] = []
    for (let tries = 0; tries < 10; tries++) codes.push((await login(patient.email, 'wrong')).json().code)
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => login(hasty.email, 'wrong')))
    const expected = [...Array(4).fill('INVALID_CREDENTIALS'), ...Array(6).fill('TOO_MANY_ATTEMPTS')]
    expect(codes).toEqual(expected)
    expect(atOnce.map((answer) => answer.json().code).sort()).toEqual(expected)
    const actions = await api.db.select().from(auditLog).where(eq(auditLog.targetId, hasty.id))
    expect(actions.map(({ action }) => action)).toEqual([...Array(4).fill('login.failed'), 'login.delayed'])
  })

  it('opens for ten simultaneous sign-ins with the right password', async () => {
    const user = await account()
    const answers = await Promise.all(Array.from({ length: 10 }, () => login(user.email)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
  })

  it('tells that a generated password has expired only after the right one', async () => {
    const user = await account({ mustChangePassword: true, passwordExpiresAt: new Date(Date.now() - 1000) })
    expect((await login(user.email, 'wrong')).json().code).toBe('INVALID_CREDENTIALS')
    expect((await login(user.email)).json().code).toBe('PASSWORD_EXPIRED')
  })

  it('never opens for an account whose password was not mailed yet', async () => {
    const user = await account({ passwordHash: noPassword })
    for (const given of ['', noPassword, '$argon2']) expect((await login(user.email, given)).statusCode).toBeGreaterThan(399)
  })

  const ends = {
    'signed-out': (token: string) =>
      api.request({ method: 'POST', url: '/api/auth/logout', headers: { authorization: `Bearer ${token}` } }),
    elsewhere: async (_token: string, email: string) => {
      const { token } = (await login(email)).json()
      return api.request({ method: 'DELETE', url: '/api/auth/sessions', headers: { authorization: `Bearer ${token}` } })
    },
    administrator: async (_token: string, _email: string, id: string) => {
      const { admin } = await createCast(api.db)
      return api.request({ method: 'POST', url: `/api/admin/users/${id}/end-sessions` }, admin)
    },
    password: async (_token: string, email: string) => {
      const { token } = (await login(email)).json()
      const payload = { oldPassword: password, newPassword: 'quite another one', confirmPassword: 'quite another one' }
      return api.request({
        method: 'POST',
        url: '/auth/change-password',
        payload,
        headers: { authorization: `Bearer ${token}` },
      })
    },
    idle: (_token: string, _email: string, userId: string) =>
      api.db.update(sessions).set({ lastActiveAt: sql`now() - interval '30 days'` }).where(eq(sessions.userId, userId)),
    time: (_token: string, _email: string, userId: string) =>
      api.db.update(sessions).set({ expiresAt: sql`now()` }).where(eq(sessions.userId, userId)),
  }

  it.each(Object.entries(ends))('tells the holder of its token why it ended: %s', async (reason, end) => {
    const user = await account()
    const { token } = (await login(user.email)).json()
    await end(token, user.email, user.id)
    const answer = await profile(token)
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      { success: false, code: 'NOT_AUTHENTICATED', reason, message: sessionEnds[reason as SessionEnd] },
    ])
    const forged = await profile(`${token.slice(0, token.lastIndexOf('.'))}.forged`)
    expect(forged.json()).toEqual({ success: false, code: 'NOT_AUTHENTICATED', message: 'Please sign in to continue.' })
  })

  const loginDuring = async (email: string, change: (tx: Begun) => Promise<unknown>) =>
    (await answerDuring(api, change, () => login(email))).json()

  it('does not open with a password that is being changed, and the change ends every session', async () => {
    const user = await account()
    const changed = await hash('another long password')
    const answer = await loginDuring(user.email, async (tx) => {
      await setOwnPassword(tx, user.id, changed)
      await revokeSessions(tx, { userId: user.id, reason: 'password' })
    })
    expect(answer.code).toBe('INVALID_CREDENTIALS')
    expect(await api.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0)
  })

  it('asks for a second factor that is being set up, and setting it up ends the sessions without it', async () => {
    const user = await account()
    const sealedSecret = 'sealed'
    await storePendingTotp(api.db, user.id, sealedSecret)
    const actor = await createActor(api.db, user)
    const answer = await loginDuring(user.email, (tx) => addAuthenticator(tx, actor, { sealedSecret, step: 1, codeHashes: [] }))
    expect(answer.secondStep?.methods).toEqual(['totp'])
  })

  it('ends for good when the user signs out', async () => {
    const { token } = (await login((await account()).email)).json()
    const logout = () => api.request({ method: 'POST', url: '/api/auth/logout', headers: { authorization: `Bearer ${token}` } })
    expect((await logout()).json().success).toBe(true)
    expect((await profile(token)).statusCode).toBe(401)
    expect((await refresh(token)).statusCode).toBe(401)
    expect((await logout()).statusCode).toBe(200)
  })

  /** Makes the token that a refresh replaced two minutes older. */
  const twoMinutesPass = (userId: string) =>
    api.db
      .update(sessions)
      .set({ previousTokenUntil: sql`${sessions.previousTokenUntil} - interval '2 minutes'` })
      .where(eq(sessions.userId, userId))
  const statuses = async (...tokens: string[]) =>
    (await Promise.all(tokens.map((token) => profile(token)))).map(({ statusCode }) => statusCode)

  it('issues a new token on refresh and accepts the old one for another minute', async () => {
    const user = await account()
    const { token } = (await login(user.email)).json()
    const fresh = (await refresh(token)).json().token
    expect(fresh).not.toBe(token)
    expect(await statuses(token, fresh)).toEqual([200, 200])
    await refresh(fresh)
    expect(await statuses(token, fresh)).toEqual([200, 200])
    await twoMinutesPass(user.id)
    expect(await statuses(token, fresh)).toEqual([401, 200])
    expect((await refresh(token)).statusCode).toBe(401)
  })

  it('keeps two tabs with one token signed in, whichever refreshes first, until they sign out', async () => {
    const user = await account()
    const { token } = (await login(user.email)).json()
    let tabs: string[] = [token, token]
    for (let round = 0; round < 3; round++) {
      const before = tabs
      tabs = (await Promise.all(before.map((tab) => refresh(tab)))).map((answer) => answer.json().token)
      await twoMinutesPass(user.id)
      expect(await statuses(...tabs)).toEqual([200, 200])
      expect(await statuses(...before)).toEqual([401, 401])
    }
    const late = (await refresh(tabs[0] ?? '')).json().token
    tabs = [late, (await refresh(tabs[1] ?? '')).json().token]
    await twoMinutesPass(user.id)
    expect(await statuses(...tabs)).toEqual([200, 200])
    await api.request({ method: 'POST', url: '/api/auth/logout', headers: { authorization: `Bearer ${tabs[0]}` } })
    expect(await statuses(...tabs)).toEqual([401, 401])
  })

  it('refuses a tampered, an unsigned and a foreign token', async () => {
    const { token } = (await login((await account()).email)).json()
    const [, payload] = token.split('.')
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
    for (const forged of [`${token}x`, unsigned, 'nonsense']) expect((await profile(forged)).statusCode).toBe(401)
  })

  it('ends at once when its account or laboratory is deactivated', async () => {
    const { staffA, labA, admin } = await createCast(api.db)
    expect((await api.request({ method: 'GET', url: '/auth/profile' }, staffA)).statusCode).toBe(200)
    await api.db.update(labs).set({ isActive: false }).where(eq(labs.id, labA.id))
    expect((await api.request({ method: 'GET', url: '/auth/profile' }, staffA)).statusCode).toBe(401)
    await api.db.update(users).set({ isActive: false }).where(eq(users.id, admin.userId))
    expect((await api.request({ method: 'GET', url: '/auth/profile' }, admin)).statusCode).toBe(401)
  })

  it('writes sign-ins and failures to the audit log, without the password', async () => {
    const user = await account()
    await login(user.email, 'a wrong password')
    await login(user.email)
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, user.id))
    expect(entries.map(({ action }) => action)).toEqual(['login.failed'])
    expect(JSON.stringify(await api.db.select().from(auditLog))).not.toContain('a wrong password')
  })

  it('answers an incomplete form with a clear error', async () => {
    const answer = await api.request({ method: 'POST', url: '/api/auth/login', payload: { email: 'x@readroom.example' } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toBe('The request is not valid. Please check your input: password')
  })
})
