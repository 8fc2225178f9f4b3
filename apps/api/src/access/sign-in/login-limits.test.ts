import { hash } from '@node-rs/argon2'
import { loginThrottles, sessions } from '@readroom/db/access/accounts.schema'
import { auditLog } from '@readroom/db/core/audit.schema'
import { createUser } from '@readroom/db/testing/factories'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { longerWaits } from '../../testing/longer-waits.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const password = 'a long enough password'
const proxy = '192.0.2.1'

describe('password guessing', () => {
  let api: TestApi
  let behindProxy: TestApi
  let twoProcesses: TestApi
  beforeAll(async () => {
    ;[api, behindProxy] = await Promise.all([startTestApi(), startTestApi({ env: { TRUST_PROXY: '1' } })])
    await Promise.all([api, behindProxy].map((each) => each.asOwner(longerWaits)))
    twoProcesses = await startTestApi({ sharing: api })
  })
  afterAll(async () => {
    await twoProcesses.stop()
    await Promise.all([api.stop(), behindProxy.stop()])
  })
  beforeEach(() => api.db.execute(sql`delete from login_throttles`))

  const passwordHash = hash(password)
  const account = async (at = api) => createUser(at.db, 'admin', { passwordHash: await passwordHash })
  type From = { at?: TestApi; remoteAddress?: string; forwarded?: string }
  const login = async (email: string, given: string, { at = api, remoteAddress = proxy, forwarded }: From = {}) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    const payload = { email, password: given }
    const answer = await at.app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, headers, payload })
    return answer.statusCode
  }
  /** Ends every running wait. The failures stay counted. */
  const letWaitsPass = () => api.db.update(loginThrottles).set({ blockedUntil: sql`now() - interval '1 second'` })

  it('is counted by the socket if no proxy is trusted, whatever the forwarding header says', async () => {
    const { email } = await account()
    const statuses = []
    for (let tries = 0; tries < 6; tries++) statuses.push(await login(email, 'wrong', { forwarded: `203.0.113.${tries}` }))
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429])
  })

  it('is counted by the address from the trusted proxy, not by addresses that the client sent', async () => {
    const { email } = await account(behindProxy)
    const from = (caller: string, made: string) => login(email, 'wrong', { at: behindProxy, forwarded: `${made}, ${caller}` })
    const statuses = []
    for (let tries = 0; tries < 5; tries++) statuses.push(await from('198.51.100.7', `203.0.113.${tries}`))
    expect(statuses).toEqual([401, 401, 401, 401, 429])
    expect(await from('198.51.100.8', '198.51.100.7')).toBe(401)
  })

  it.each(['<script>alert(1)</script>', 'x'.repeat(20_000), 'unknown', '1.2.3.4:99'])(
    'is counted by the socket if the proxy passes on no valid address (%#)',
    async (forwarded) => {
      const user = await account(behindProxy)
      expect(await login(user.email, 'wrong', { at: behindProxy, forwarded })).toBe(401)
      expect(await login(user.email, password, { at: behindProxy, forwarded })).toBe(200)
      const [session] = await behindProxy.db.select().from(sessions).where(eq(sessions.userId, user.id))
      expect(session?.address).toBe(proxy)
      const log = await behindProxy.db.select().from(auditLog).where(eq(auditLog.targetId, user.id))
      expect(log.map(({ address }) => address)).toEqual([proxy])
    },
  )

  it('from one /64 counts as guessing from one address', async () => {
    const { email } = await account()
    const statuses = []
    for (let tries = 0; tries < 5; tries++)
      statuses.push(await login(email, 'wrong', { remoteAddress: `2001:db8:7:7:${tries}::1` }))
    expect(statuses).toEqual([401, 401, 401, 401, 429])
    expect(await login(email, 'wrong', { remoteAddress: '2001:db8:7:8::1' })).toBe(401)
  })

  it('from many addresses is slowed down too, and the owner can sign in after a short wait', async () => {
    const { email } = await account()
    const statuses = []
    for (let tries = 0; tries < 22; tries++) statuses.push(await login(email, 'wrong', { remoteAddress: `203.0.113.${tries}` }))
    expect(statuses).toEqual([...Array(21).fill(401), 429])
    expect(await login(email, password, { remoteAddress: '198.51.100.1' })).toBe(429)
    await letWaitsPass()
    expect(await login(email, password, { remoteAddress: '198.51.100.1' })).toBe(200)
  })

  it('from many addresses does not delay the owner at an address that the account was used from', async () => {
    const { email } = await account()
    expect(await login(email, password, { remoteAddress: '198.51.100.2' })).toBe(200)
    for (let tries = 0; tries < 22; tries++) await login(email, 'wrong', { remoteAddress: `203.0.113.${tries}` })
    expect(await login(email, password, { remoteAddress: '198.51.100.3' })).toBe(429)
    expect(await login(email, password, { remoteAddress: '198.51.100.2' })).toBe(200)
  })

  it('at two processes at once is counted like guessing in sequence', async () => {
    const { email } = await account()
    const tries = Array.from({ length: 24 }, (_, index) => login(email, 'wrong', { at: index % 2 ? api : twoProcesses }))
    const statuses = await Promise.all(tries)
    expect(statuses.filter((status) => status === 401)).toHaveLength(4)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  it('is counted by account and address only as often as it was compared', async () => {
    const { email } = await account()
    await Promise.all(Array.from({ length: 24 }, (_, index) => login(email, 'wrong', { at: index % 2 ? api : twoProcesses })))
    const counts = await api.db.select({ failures: loginThrottles.failures }).from(loginThrottles)
    expect(counts).toEqual(Array(3).fill({ failures: 4 }))
  })

  it('at many accounts at once is counted by address', async () => {
    const tries = Array.from({ length: 70 }, (_, index) => login(`nobody-${index}@readroom.example`, 'wrong'))
    const statuses = await Promise.all(tries)
    expect(statuses.filter((status) => status === 401)).toHaveLength(51)
    expect(statuses.filter((status) => status === 429)).toHaveLength(19)
  })

  it('does not include correct sign-ins, so a clinic behind one address can sign in all morning', async () => {
    const { email } = await account()
    const statuses = []
    for (let morning = 0; morning < 55; morning++) statuses.push(await login(email, password))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('by hundreds of simultaneous requests is turned away before the queue delays everyone', async () => {
    const tries = Array.from({ length: 600 }, (_, index) =>
      api.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: `10.1.${index >> 8}.${index & 255}`,
        payload: { email: `nobody-${index}@readroom.example`, password: 'wrong' },
      }),
    )
    const answers = await Promise.all(tries)
    // On a slow machine some are told that the database is busy.
    const [turnedAway] = answers.filter((answer) => answer.json().code === 'BUSY')
    expect(turnedAway?.json()).toMatchObject({ success: false, code: 'BUSY' })
    expect(Number(turnedAway?.headers['retry-after'])).toBeGreaterThan(0)
    expect(answers.every(({ statusCode }) => statusCode === 503 || statusCode === 401)).toBe(true)
  })
})
