import { ErrorBody } from '@readroom/contracts/core/endpoint'
import { type SettingChanges, settingsEndpoints } from '@readroom/contracts/operations/settings'
import { auditLog } from '@readroom/db/core/audit.schema'
import { settings } from '@readroom/db/core/settings.schema'
import { createActor, createStudy, createUser } from '@readroom/db/testing/factories'
import { readChangedSettings } from '@readroom/domain/core/settings'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

type Signed = Awaited<ReturnType<typeof createActor>>

describe('settings', () => {
  let api: TestApi
  let admin: Signed

  beforeAll(async () => {
    api = await startTestApi({ env: { CLINIC_TIME_ZONE: 'Europe/Zurich', IDLE_MINUTES: '45' } })
    admin = await createActor(api.db, await createUser(api.db, 'admin'))
  })
  afterAll(() => api.stop())

  const put = (payload: unknown, of = api) =>
    of.request({ method: 'PUT', url: '/api/admin/settings', payload: { payload }.payload as object }, admin)
  const change = async (changes: Partial<SettingChanges>, of = api) => {
    const answer = await put({ values: {}, reset: [], ...changes }, of)
    return settingsEndpoints.change.response.parse(answer.json()).data
  }
  const stateOf = async (name: string) => {
    const answer = await api.request({ method: 'GET', url: '/api/admin/settings' }, admin)
    return settingsEndpoints.list.response.parse(answer.json()).data.find((setting) => setting.name === name)
  }
  const publicZone = async (of = api) => (await of.request({ method: 'GET', url: '/api/settings' })).json().clinicTimeZone

  it('come from the environment until changed, and again after a reset', async () => {
    expect(await stateOf('clinicTimeZone')).toMatchObject({ value: 'Europe/Zurich', changed: null })
    await change({ values: { clinicTimeZone: 'Asia/Kathmandu' } })
    expect(await stateOf('clinicTimeZone')).toMatchObject({
      value: 'Asia/Kathmandu',
      environmentValue: 'Europe/Zurich',
      changed: { by: expect.any(String) },
    })
    expect(await publicZone()).toBe('Asia/Kathmandu')
    await change({ reset: ['clinicTimeZone'] })
    expect(await stateOf('clinicTimeZone')).toMatchObject({ value: 'Europe/Zurich', changed: null })
    expect(await publicZone()).toBe('Europe/Zurich')
  })

  it('log the old and new values, and nothing if nothing changed', async () => {
    await change({ values: { zipExpiresDays: 30 } })
    await change({ values: { zipExpiresDays: 30 } })
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, 'zipExpiresDays'))
    expect(entries).toMatchObject([{ action: 'setting.changed', actorUserId: admin.userId, details: { from: 7, to: 30 } }])
    expect(await readChangedSettings(api.db)).toMatchObject({ zipExpiresDays: 30 })
  })

  it('keep email texts out of the audit log, which is permanent', async () => {
    await change({ values: { mailTextEvery: 'Ask Mrs Lindqvist' } })
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, 'mailTextEvery'))
    expect(entries).toMatchObject([{ action: 'setting.changed', details: {} }])
    expect(JSON.stringify(entries)).not.toContain('Lindqvist')
  })

  it('change nothing if one value is invalid', async () => {
    const wrong = [
      { values: { supportEmail: 'help@example.org', clinicTimeZone: 'Mars/Olympus' }, reset: [] },
      { values: { supportEmail: 'help@example.org', idleMinutes: 0 }, reset: [] },
      { values: { supportEmail: 'help@example.org' }, reset: ['supportEmail'] },
      { values: { supportEmail: 'help@example.org', JWT_SECRET: 'x' }, reset: [] },
    ]
    for (const body of wrong) expect(ErrorBody.parse((await put(body)).json()).code).toBe('INVALID_FIELD')
    expect(await stateOf('supportEmail')).toMatchObject({ value: null, changed: null })
  })

  it('can be null, which is a value of its own', async () => {
    const other = await startTestApi({ sharing: api, env: { SUPPORT_EMAIL: 'it@example.org' } })
    await change({ values: { supportEmail: null } }, other)
    expect((await other.request({ method: 'GET', url: '/api/settings' })).json().supportEmail).toBeNull()
    await other.stop()
  })

  it('stored by another version are ignored if they are unknown or invalid', async () => {
    const changedBy = admin.userId
    await api.db.insert(settings).values([
      { name: 'sessionHours', value: 'until midnight', changedBy },
      { name: 'ofAnotherVersion', value: 1, changedBy },
    ])
    expect(await stateOf('sessionHours')).toMatchObject({ value: 12, changed: null })
    expect(await readChangedSettings(api.db)).not.toHaveProperty('sessionHours')
  })

  it('say whom a change would affect before it is made, and change nothing by that', async () => {
    const preview = async (changes: Partial<SettingChanges>) => {
      const payload = { values: {}, reset: [], ...changes }
      const answer = await api.request({ method: 'POST', url: '/api/admin/settings/preview', payload }, admin)
      return settingsEndpoints.preview.response.parse(answer.json()).data
    }
    const roles = { secondFactorRoles: ['lab_staff' as const] }
    const before = await preview({ values: roles })
    await createUser(api.db, 'lab_staff')
    await createUser(api.db, 'lab_staff', { isActive: false })
    const without = (effects: typeof before) => effects.find(({ name }) => name === 'secondFactorRoles')?.count ?? 0
    expect(without(await preview({ values: roles }))).toBe(without(before) + 1)
    expect(await stateOf('secondFactorRoles')).toMatchObject({ changed: null })

    const idler = await createActor(api.db, await createUser(api.db, 'doctor_account'))
    await api.db.execute(`update sessions set last_active_at = now() - interval '20 minutes' where id = '${idler.sessionId}'`)
    expect(await preview({ values: { idleMinutes: 19 } })).toEqual([{ name: 'idleMinutes', count: 1 }])
    expect(await preview({ values: { idleMinutes: 21, zipExpiresDays: 9 } })).toEqual([])

    await createStudy(api.db, { status: 'report_finalized', reportedAt: new Date('2020-01-01'), imageCount: 3 })
    const retention = { imageRetentionDays: 30, studyRetentionYears: 3 }
    expect((await preview({ values: retention })).toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'imageRetentionDays', count: 1 },
      { name: 'studyRetentionYears', count: 1 },
    ])
    expect(await preview({ values: { studyRetentionYears: 90 } })).toEqual([])
  })

  it('end a session that has been idle for longer than the new limit', async () => {
    const idler = await createActor(api.db, await createUser(api.db, 'doctor_account'))
    const read = () => api.request({ method: 'GET', url: '/api/auth/sessions' }, idler)
    await api.db.execute(`update sessions set last_active_at = now() - interval '20 minutes' where id = '${idler.sessionId}'`)
    expect((await read()).statusCode).toBe(200)
    await api.db.execute(`update sessions set last_active_at = now() - interval '20 minutes' where id = '${idler.sessionId}'`)
    await change({ values: { idleMinutes: 10 } })
    expect((await read()).statusCode).toBe(401)
  })
})
