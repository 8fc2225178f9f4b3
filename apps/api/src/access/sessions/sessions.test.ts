import { sessions } from '@readroom/db/access/accounts.schema'
import { auditLog } from '@readroom/db/core/audit.schema'
import { createActor, createUser } from '@readroom/db/testing/factories'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

describe('own sessions', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.stop())

  const people = async () => {
    const user = await createUser(api.db, 'lab_staff')
    return { here: await createActor(api.db, user), there: await createActor(api.db, user) }
  }
  type Caller = Awaited<ReturnType<typeof people>>['here']
  const list = async (caller: Caller) => (await api.request({ method: 'GET', url: '/api/auth/sessions' }, caller)).json().sessions
  const end = (caller: Caller, id: string) => api.request({ method: 'DELETE', url: `/api/auth/sessions/${id}` }, caller)
  const profile = async (caller: Caller) => (await api.request({ method: 'GET', url: '/auth/profile' }, caller)).statusCode

  it('are listed with device, address and times while they run', async () => {
    const { here, there } = await people()
    await api.db.update(sessions).set({ userAgent: chrome, address: '192.0.2.7' }).where(eq(sessions.id, there.sessionId))
    const shown = await list(here)
    expect(shown).toHaveLength(2)
    expect(shown).toContainEqual(expect.objectContaining({ _id: here.sessionId, isCurrent: true }))
    expect(shown).toContainEqual(
      expect.objectContaining({ _id: there.sessionId, device: 'Chrome on Windows', place: '192.0.2.7', isCurrent: false }),
    )
    await api.db.update(sessions).set({ lastActiveAt: sql`now() - interval '1 day'` }).where(eq(sessions.id, there.sessionId))
    expect(await list(here)).toHaveLength(1)
  })

  it('can be ended at once, singly or all but the current one', async () => {
    const { here, there } = await people()
    expect((await end(here, there.sessionId)).statusCode).toBe(200)
    expect(await profile(there)).toBe(401)
    expect((await end(here, there.sessionId)).statusCode).toBe(404)
    const { here: one, there: two } = await people()
    const answer = await api.request({ method: 'DELETE', url: '/api/auth/sessions' }, one)
    expect(answer.json()).toMatchObject({ success: true, ended: 1 })
    expect([await profile(one), await profile(two)]).toEqual([200, 401])
  })

  it('cannot be ended by another account', async () => {
    const [{ here }, { here: stranger }] = [await people(), await people()]
    expect((await end(stranger, here.sessionId)).json().code).toBe('SESSION_NOT_FOUND')
    expect(await profile(here)).toBe(200)
    expect((await list(stranger)).map(({ _id }: { _id: string }) => _id)).not.toContain(here.sessionId)
  })

  it('leave an audit entry when they are ended', async () => {
    const { here, there } = await people()
    await end(here, there.sessionId)
    const [entry] = await api.db.select().from(auditLog).where(eq(auditLog.targetId, there.sessionId))
    expect(entry).toMatchObject({ action: 'session.ended', actorUserId: here.userId, address: '127.0.0.1' })
  })
})
