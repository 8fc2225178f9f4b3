import { hash } from '@node-rs/argon2'
import { allEndpoints } from '@readroom/contracts/endpoint-table'
import { recoveryCodes, signInChallenges, totpSecrets } from '@readroom/db/access/second-factors.schema'
import { auditLog } from '@readroom/db/core/audit.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { lockUser } from '@readroom/db/people/users'
import { createActor, createCast, createUser } from '@readroom/db/testing/factories'
import { resetSecondFactor } from '@readroom/domain/access/second-factors'
import { desc, eq, sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDuring } from '../../testing/held.fixture.ts'
import { longerWaits } from '../../testing/longer-waits.fixture.ts'
import { type Enrolled, enrolWithApp } from '../../testing/second-factor.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const password = 'a long enough password'
const stepMs = 30_000

describe('second factor at sign-in', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
    await api.asOwner(longerWaits)
  })
  afterAll(() => api.stop())

  const post = (url: string, payload: object, remoteAddress = '127.0.0.1') =>
    api.app.inject({ method: 'POST', url, payload, remoteAddress })
  const login = (email: string, given = password) => post('/api/auth/login', { email, password: given })
  const code = (challenge: string, typed: string, address?: string) =>
    post('/api/auth/second-step/code', { challenge, code: typed }, address)
  const profile = (token: string) =>
    api.request({ method: 'GET', url: '/auth/profile', headers: { authorization: `Bearer ${token}` } })

  /** Makes an account with an authenticator app. `codeAt` returns its codes of now and of other time steps. */
  async function person(): Promise<Enrolled & { email: string; id: string; begin: () => Promise<string> }> {
    const { id, email } = await createUser(api.db, 'admin', { passwordHash: await hash(password) })
    const enrolled = await enrolWithApp(api, id)
    return { ...enrolled, id, email, begin: async () => (await login(email)).json().secondStep.challenge }
  }
  const auditedOf = async (id: string) =>
    (await api.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(desc(auditLog.id))).map(({ action }) => action)

  it('is required between the right password and the session', async () => {
    const { email, codeAt } = await person()
    const first = (await login(email)).json()
    expect(first).toMatchObject({ success: true, secondStep: { methods: ['totp', 'recovery-code'], expiresIn: '5m' } })
    expect(first).not.toHaveProperty('token')
    expect(first).not.toHaveProperty('user')
    const second = (await code(first.secondStep.challenge, codeAt(0))).json()
    expect(second).toMatchObject({ success: true, user: { email }, expiresIn: '60m' })
    expect((await profile(second.token)).statusCode).toBe(200)
  })

  it('is asked for only after the right password', async () => {
    const { email } = await person()
    expect((await login(email, 'wrong')).json()).toEqual({
      success: false,
      code: 'INVALID_CREDENTIALS',
      message: 'Invalid email or password',
    })
  })

  it('its challenge opens nothing else', async () => {
    const challenge = await (await person()).begin()
    // Proxies check the path before they check the account.
    const isProxy = (path: string) => /^\/(archive-viewer|dicom-web|ws)\//.test(path)
    for (const { method, path, access } of allEndpoints) {
      if (access === 'public') continue
      const url = path.replace(/:\w+|\*/g, 'x')
      for (const headers of [{ authorization: `Bearer ${challenge}` }, { cookie: `token=${challenge}` }]) {
        const { statusCode } = await api.app.inject({ method, url, headers })
        const answer = isProxy(path) && statusCode >= 400 ? 401 : statusCode
        expect(`${method} ${path} ${answer}`).toBe(`${method} ${path} 401`)
      }
    }
  })

  it('accepts each code once, and no code of an earlier time step', async () => {
    const { begin, codeAt } = await person()
    expect((await code(await begin(), codeAt(0))).statusCode).toBe(200)
    const again = await code(await begin(), codeAt(0))
    expect(again.json()).toMatchObject({ success: false, code: 'SECOND_FACTOR_INVALID' })
    expect((await code(await begin(), codeAt(-1))).statusCode).toBe(400)
    expect((await code(await begin(), codeAt(1))).statusCode).toBe(200)
  })

  it.each(['app', 'recovery'])('accepts one of several simultaneous requests with the same code: %s', async (kind) => {
    const { begin, codeAt, recovery } = await person()
    const same = kind === 'app' ? codeAt(0) : (recovery[0] ?? '')
    const challenges = [await begin(), await begin(), await begin()]
    const answers = await Promise.all(challenges.map((challenge) => code(challenge, same)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
  })

  it('accepts codes one time step early or late, and no others', async () => {
    const { begin, codeAt } = await person()
    expect((await code(await begin(), codeAt(-2))).statusCode).toBe(400)
    expect((await code(await begin(), codeAt(2))).statusCode).toBe(400)
    expect((await code(await begin(), codeAt(-1))).statusCode).toBe(200)
  })

  it('accepts a recovery code once, in lower case and with spaces too, and tells the owner', async () => {
    const { id, begin, recovery } = await person()
    const typed = recovery[3]?.toLowerCase().replaceAll('-', ' ') ?? ''
    expect((await code(await begin(), typed)).json()).toMatchObject({ success: true, user: { _id: id } })
    expect((await code(await begin(), typed)).json().code).toBe('SECOND_FACTOR_INVALID')
    expect((await code(await begin(), recovery[4] ?? '')).statusCode).toBe(200)
    const notices = await api.db.select().from(outbox).where(sql`${outbox.payload}->>'userId' = ${id}`)
    expect(notices.map(({ name, payload }) => [name, payload])).toEqual([
      ['second-factor-notice.send', expect.objectContaining({ event: 'recovery-code-used' })],
      ['second-factor-notice.send', expect.objectContaining({ event: 'recovery-code-used' })],
    ])
  })

  it('refuses a code of another account', async () => {
    const [mine, theirs] = [await person(), await person()]
    expect((await code(await mine.begin(), theirs.codeAt(0))).statusCode).toBe(400)
    expect((await code(await mine.begin(), theirs.recovery[0] ?? '')).statusCode).toBe(400)
    expect((await code(await theirs.begin(), theirs.codeAt(0))).statusCode).toBe(200)
  })

  it('challenge ends with its session, its expiry, a new password or five wrong codes', async () => {
    const { id, begin, codeAt, recovery } = await person()
    const used = await begin()
    await code(used, recovery[0] ?? '')
    expect((await code(used, recovery[1] ?? '')).json().code).toBe('SIGN_IN_EXPIRED')

    const late = await begin()
    await api.db.update(signInChallenges).set({ expiresAt: sql`now()` }).where(eq(signInChallenges.userId, id))
    expect((await code(late, codeAt(0))).json().code).toBe('SIGN_IN_EXPIRED')

    const worn = await begin()
    await api.db.update(signInChallenges).set({ tries: 4 }).where(eq(signInChallenges.userId, id))
    expect((await code(worn, '000000')).json().code).toBe('SECOND_FACTOR_INVALID')
    expect((await code(worn, codeAt(0))).json().code).toBe('SIGN_IN_EXPIRED')
    const [notice] = await api.db.select().from(outbox).where(sql`${outbox.payload}->>'userId' = ${id}`).orderBy(desc(outbox.id))
    expect(notice?.payload).toMatchObject({ event: 'guessed' })

    const changed = await begin()
    const caller = await createActor(api.db, { ...(await createUser(api.db, 'admin')), id })
    const payload = { oldPassword: password, newPassword: 'quite another secret', confirmPassword: 'quite another secret' }
    expect((await api.request({ method: 'POST', url: '/auth/change-password', payload }, caller)).statusCode).toBe(200)
    expect((await code(changed, codeAt(0))).json().code).toBe('SIGN_IN_EXPIRED')
  })

  it('slows down guessing across challenges, but not the owner at a known address', async () => {
    const { id, email, begin, codeAt } = await person()
    expect((await code(await begin(), codeAt(0), '198.51.100.7')).statusCode).toBe(200)
    const statuses: number[] = []
    for (let guess = 0; guess < 8; guess++) {
      const { secondStep } = (await post('/api/auth/login', { email, password }, `203.0.113.${guess}`)).json()
      statuses.push((await code(secondStep.challenge, '000000', `203.0.113.${guess}`)).statusCode)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429])
    expect((await code(await begin(), codeAt(1), '198.51.100.7')).statusCode).toBe(200)
    expect(await auditedOf(id)).toContain('second_factor.failed')
  })

  it('refuses an account that was deactivated meanwhile, and says so', async () => {
    const { id, begin, codeAt } = await person()
    const challenge = await begin()
    await api.asOwner(`update users set is_active = false where id = '${id}'`)
    expect((await code(challenge, codeAt(0))).json().code).toBe('ACCOUNT_INACTIVE')
  })

  it('challenge ends with a deactivation, also if the account is active again before it expires', async () => {
    const { id, begin, codeAt } = await person()
    const challenge = await begin()
    const { admin } = await createCast(api.db)
    for (const isActive of [false, true])
      expect(
        (await api.request({ method: 'PUT', url: `/api/admin/users/${id}/active`, payload: { isActive } }, admin)).statusCode,
      ).toBe(200)
    expect((await code(challenge, codeAt(0))).json().code).toBe('SIGN_IN_EXPIRED')
  })

  it('waits for an administrator who resets it at the same moment', async () => {
    const { id, begin, codeAt } = await person()
    const challenge = await begin()
    const { admin } = await createCast(api.db)
    const answer = await answerDuring(
      api,
      (tx) => lockUser(tx, id),
      () => code(challenge, codeAt(0)),
      (tx) => resetSecondFactor(tx, admin, id),
    )
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'SECOND_FACTOR_INVALID'])
  })

  it('is stored encrypted or hashed, so the database alone gives away no code', async () => {
    const { id, secret, recovery } = await person()
    const rows = [
      ...(await api.db.select().from(totpSecrets).where(eq(totpSecrets.userId, id))),
      ...(await api.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))),
    ]
    expect(rows).toHaveLength(11)
    for (const clear of [secret, ...recovery, ...recovery.map((text) => text.replaceAll('-', ''))])
      expect(JSON.stringify(rows)).not.toContain(clear)
  })

  it("tells that the portal's key has changed, and a recovery code still works", async () => {
    const { begin, codeAt, recovery } = await person()
    const other = await startTestApi({ sharing: api, env: { SECOND_FACTOR_KEY: 'another key than the one it was sealed with' } })
    const there = (challenge: string, typed: string) =>
      other.app.inject({ method: 'POST', url: '/api/auth/second-step/code', payload: { challenge, code: typed } })
    expect((await there(await begin(), codeAt(0))).json().code).toBe('AUTHENTICATOR_UNREADABLE')
    expect((await there(await begin(), recovery[0] ?? '')).statusCode).toBe(200)
    await other.stop()
  })

  it('matches the vectors of RFC 6238', () => {
    const totp = new TOTP({ secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', digits: 8 })
    expect([59, 1111111109, 20000000000].map((seconds) => totp.generate({ timestamp: seconds * 1000 }))).toEqual([
      '94287082',
      '07081804',
      '65353130',
    ])
    expect(stepMs).toBe(totp.period * 1000)
  })
})
