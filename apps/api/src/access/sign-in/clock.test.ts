import { hash } from '@node-rs/argon2'
import { sessions } from '@readroom/db/access/accounts.schema'
import { createUser } from '@readroom/db/testing/factories'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const password = 'a long enough password'
const day = 25 * 3_600_000

describe('an API process with a wrong clock', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.stop())
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Sets the clock that the process reads. Timers keep running as usual. */
  const setClock = (offset: number) => {
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offset })
  }
  const person = async (fields = {}) => createUser(api.db, 'admin', { passwordHash: await hash(password), ...fields })
  const login = (email: string) => api.request({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const profile = async (token: string) =>
    (await api.request({ method: 'GET', url: '/auth/profile', headers: bearer(token) })).statusCode
  const refresh = (token: string) => api.request({ method: 'POST', url: '/api/auth/refresh-token', headers: bearer(token) })
  const age = (userId: string, column: 'tokenIssuedAt' | 'lastActiveAt' | 'expiresAt', interval: string) =>
    api.db
      .update(sessions)
      .set({ [column]: sql`now() - ${interval}::interval` })
      .where(eq(sessions.userId, userId))

  it.each([-day, 0, day])('accepts tokens of any process, and ends them by the database clock (%i ms off)', async (offset) => {
    const user = await person()
    const ofAnother = (await login(user.email)).json().token
    setClock(offset)
    const { token } = (await login(user.email)).json()
    expect([await profile(token), await profile(ofAnother)]).toEqual([200, 200])
    const fresh = (await refresh(token)).json().token
    expect([await profile(token), await profile(fresh)]).toEqual([200, 200])
    const listed = await api.request({ method: 'GET', url: '/api/auth/sessions', headers: bearer(fresh) })
    expect(listed.json().sessions).toHaveLength(2)
    const [row] = await api.db
      .select({ hours: sql<number>`round(extract(epoch from ${sessions.expiresAt} - now()) / 3600)::int` })
      .from(sessions)
      .where(eq(sessions.userId, user.id))
    expect(row?.hours).toBe(12)
  })

  it.each([-day, 0, day])('refuses tokens that are too old by the database clock (%i ms off)', async (offset) => {
    for (const [column, interval] of [
      ['tokenIssuedAt', '61 minutes'],
      ['lastActiveAt', '121 minutes'],
      ['expiresAt', '1 second'],
    ] as const) {
      const user = await person()
      const { token } = (await login(user.email)).json()
      await age(user.id, column, interval)
      setClock(offset)
      expect([column, await profile(token), (await refresh(token)).statusCode]).toEqual([column, 401, 401])
    }
  })

  it.each([-day, 0, day])('expires generated passwords by the database clock (%i ms off)', async (offset) => {
    const now = Date.now()
    const old = await person({ mustChangePassword: true, passwordExpiresAt: new Date(now - 1000) })
    const good = await person({ mustChangePassword: true, passwordExpiresAt: new Date(now + 60_000) })
    setClock(offset)
    expect([(await login(old.email)).json().code, (await login(good.email)).statusCode]).toEqual(['PASSWORD_EXPIRED', 200])
  })
})
