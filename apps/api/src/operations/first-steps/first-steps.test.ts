import { backups } from '@readroom/db/operations/backups.schema'
import { createActor, createDoctor, createLab, createStudy, createUser } from '@readroom/db/testing/factories'
import { recordAcceptedTestMail } from '@readroom/domain/operations/test-mail'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApi, type TestApiOptions } from '../../testing/test-api.ts'

async function openSystem(env: TestApiOptions['env'] = {}) {
  const api = await startTestApi({ env })
  onTestFinished(() => api.stop())
  const user = await createUser(api.db, 'admin')
  const admin = await createActor(api.db, user)
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    (await api.request({ method, url: `/api/admin/${url}`, ...(payload && { payload }) }, admin)).json()
  return { api, user, call, read: async () => (await call('GET', 'first-steps')).steps }
}

test('a step is done once the system has its result, and undone with it', async () => {
  const { api, user, call, read } = await openSystem()
  expect(await read()).toMatchObject({ done: [], isDismissed: false, clinicTimeZone: 'UTC', laboratory: null })
  await call('PUT', 'settings', { values: { clinicTimeZone: 'UTC' }, reset: [] })
  expect((await read()).done).toEqual(['timeZone'])
  await createLab(api.db, { name: 'Northgate', createdAt: new Date('2026-01-01') })
  const { id, name } = await createLab(api.db, { name: 'Riverside' })
  expect(await read()).toMatchObject({ done: ['timeZone', 'laboratory'], laboratory: { _id: id, name } })
  await createDoctor(api.db)
  await createStudy(api.db)
  await call('POST', 'system/test-mail', {})
  expect(await read()).toMatchObject({
    done: ['timeZone', 'laboratory', 'doctor', 'study'],
    email: { folder: null, testedAt: expect.any(String), acceptedAt: null },
  })
  await api.db.transaction((tx) => recordAcceptedTestMail(tx, user.id))
  await api.db.insert(backups).values({ startedAt: new Date(), failure: 'no space left' })
  expect((await read()).done).toEqual(['timeZone', 'laboratory', 'doctor', 'study', 'email'])
  await api.db.insert(backups).values({ startedAt: new Date(), sizeBytes: 7 })
  expect((await read()).done).toEqual(['timeZone', 'laboratory', 'doctor', 'study', 'email', 'backup'])
  await call('PUT', 'settings', { values: {}, reset: ['clinicTimeZone'] })
  expect((await read()).done).not.toContain('timeZone')
})

test('emails that stay in a folder of the server do not count as delivered', async () => {
  const { api, user, read } = await openSystem({ MAIL_DIR: '/srv/mail', CLINIC_TIME_ZONE: 'Europe/Zurich' })
  await api.db.transaction((tx) => recordAcceptedTestMail(tx, user.id))
  expect(await read()).toMatchObject({ done: ['timeZone'], email: { folder: '/srv/mail', acceptedAt: expect.any(String) } })
})

test('dismissed steps stay dismissed', async () => {
  const { call, read } = await openSystem()
  expect(await call('POST', 'first-steps/dismiss', {})).toMatchObject({ success: true })
  expect((await read()).isDismissed).toBe(true)
})
