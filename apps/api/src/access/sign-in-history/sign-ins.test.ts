import { hash } from '@node-rs/argon2'
import { signInPageSize } from '@readroom/contracts/access/sign-in-history'
import { sessions } from '@readroom/db/access/accounts.schema'
import { audit } from '@readroom/db/core/audit'
import { auditLog } from '@readroom/db/core/audit.schema'
import { createActor, createCast, createUser } from '@readroom/db/testing/factories'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

type Caller = Parameters<TestApi['request']>[1]
type Shown = { action: string; address: string | null; reason: string | null; byAdministrator: boolean; entry: number }

describe('sign-in history', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const login = (email: string, password: string) =>
    api.request({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  const read = async (url: string, as: Caller): Promise<{ data: Shown[]; next: number | null }> =>
    (await api.request({ method: 'GET', url }, as)).json()
  const onUser = (userId: string, what: string, payload: object = {}) =>
    api.request({ method: what === 'active' ? 'PUT' : 'POST', url: `/api/admin/users/${userId}/${what}`, payload }, cast.admin)

  it("lists sign-ins, failures, refusals and ends with their reason, and administrators' actions without an address", async () => {
    const user = await createUser(api.db, 'lab_staff', { passwordHash: await hash('a fine password') })
    await login(user.email, 'a wrong one')
    const { token } = (await login(user.email, 'a fine password')).json()
    await api.request({ method: 'POST', url: '/api/auth/logout', headers: { authorization: `Bearer ${token}` } })
    await onUser(user.id, 'active', { isActive: false })
    await login(user.email, 'a fine password')
    await onUser(user.id, 'active', { isActive: true })
    await onUser(user.id, 'end-sessions')
    const shown = (await read(`/api/admin/users/${user.id}/sign-ins`, cast.admin)).data
    expect(shown.map(({ action, reason, byAdministrator }) => [action, reason, byAdministrator])).toEqual([
      ['sessions.ended', null, true],
      ['user.activated', null, true],
      ['login.refused', 'ACCOUNT_INACTIVE', false],
      ['user.deactivated', null, true],
      ['logout', null, false],
      ['login.succeeded', null, false],
      ['login.failed', null, false],
    ])
    expect(shown.map(({ address }) => address !== null)).toEqual([false, false, true, false, true, true, true])
    const own = await read('/api/auth/sign-ins', await createActor(api.db, user))
    expect(own.data).toEqual(shown)
    const looks = await api.db.select().from(auditLog).where(eq(auditLog.action, 'sign_ins.viewed'))
    expect(looks.map(({ targetId }) => targetId)).toEqual([user.id])
  })

  it('leaves out what an administrator did to others, and all actions of others', async () => {
    const admin = await createActor(api.db, await createUser(api.db, 'admin'))
    const other = await createUser(api.db, 'lab_staff')
    await api.request({ method: 'POST', url: `/api/admin/users/${other.id}/end-sessions`, payload: {} }, admin)
    expect((await read('/api/auth/sign-ins', admin)).data).toEqual([])
  })

  it('tells why and when a session expired, unless it was ended before', async () => {
    const user = await createUser(api.db, 'lab_staff')
    const begun = { userId: user.id, tokenId: sql`gen_random_uuid()`, userAgent: 'test' }
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    const session = async (address: string, times: { lastActiveAt: Date; expiresAt: Date; revokedAt?: Date }) =>
      api.db.insert(sessions).values({ ...begun, ...times, address })
    await session('192.0.2.1', { lastActiveAt: ago(20), expiresAt: ago(10) })
    await session('192.0.2.2', { lastActiveAt: ago(10), expiresAt: ago(9) })
    await session('192.0.2.3', { lastActiveAt: ago(8), expiresAt: ago(1), revokedAt: ago(7) })
    await session('192.0.2.4', { lastActiveAt: ago(6), expiresAt: ago(-1), revokedAt: ago(0) })
    await session('192.0.2.5', { lastActiveAt: ago(0), expiresAt: ago(-1) })
    const { data } = await read('/api/auth/sign-ins', await createActor(api.db, user))
    // Idle sessions end after two hours.
    expect(data.map(({ action, reason, address }) => [action, reason, address])).toEqual([
      ['session.ended', 'idle', '192.0.2.4'],
      ['session.ended', 'time', '192.0.2.2'],
      ['session.ended', 'idle', '192.0.2.1'],
    ])
  })

  it('lists each end once, on the page of its time', async () => {
    const user = await createActor(api.db, await createUser(api.db, 'admin'))
    for (let index = 0; index < signInPageSize + 5; index++) await audit(api.db, user, { action: 'login.succeeded' })
    const [{ at: firstAt } = { at: new Date() }] = await api.db
      .select({ at: auditLog.at })
      .from(auditLog)
      .where(eq(auditLog.actorUserId, user.userId))
    for (const expiresAt of [new Date(firstAt.getTime() - 60_000), new Date(firstAt.getTime() - 1)])
      await api.db.insert(sessions).values({
        userId: user.userId,
        tokenId: sql`gen_random_uuid()`,
        userAgent: 'test',
        address: '192.0.2.9',
        expiresAt,
      })
    const first = await read('/api/auth/sign-ins', user)
    const second = await read(`/api/auth/sign-ins?before=${first.next}`, user)
    const ends = (page: typeof first) => page.data.filter(({ action }) => action === 'session.ended').length
    expect([ends(first), ends(second)]).toEqual([0, 2])
    expect(second.data).toHaveLength(7)
  })

  it('pages without repeating or skipping an entry', async () => {
    const user = await createActor(api.db, await createUser(api.db, 'admin'))
    const target = { type: 'user', id: user.userId }
    for (let index = 0; index < signInPageSize + 5; index++) {
      const isOwn = index % 2 === 0
      const by = isOwn ? user : { userId: null, address: '192.0.2.1' }
      await audit(api.db, by, isOwn ? { action: 'login.succeeded' } : { action: 'login.failed', target })
    }
    const first = await read('/api/auth/sign-ins', user)
    const second = await read(`/api/auth/sign-ins?before=${first.next}`, user)
    expect([first.data.length, second.data.length, second.next]).toEqual([signInPageSize, 5, null])
    const entries = [...first.data, ...second.data].map(({ entry }) => entry)
    expect(entries).toEqual([...new Set(entries)].sort((one, another) => another - one))
    expect((await read('/api/auth/sign-ins?before=9999999', user)).data).toEqual([])
  })
})
