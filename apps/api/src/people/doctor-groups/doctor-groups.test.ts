import { randomUUID } from 'node:crypto'
import type { DoctorGroup } from '@readroom/contracts/people/doctor-groups'
import { auditLog } from '@readroom/db/core/audit.schema'
import { doctorGroups } from '@readroom/db/people/doctor-groups.schema'
import { createCast, createDoctor } from '@readroom/db/testing/factories'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const root = '/api/admin/doctor-groups'

describe('groups of doctors', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())
  beforeEach(async () => void (await api.db.delete(doctorGroups)))

  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) =>
    api.request({ method, url: `${root}${path}`, ...(payload && { payload }) }, cast.admin)
  const create = async (fields: object): Promise<string> => (await send('POST', '', fields)).json()._id
  const list = async (): Promise<DoctorGroup[]> => (await send('GET')).json().groups
  const code = async (answer: ReturnType<typeof send>) => (await answer).json().code
  const newDoctor = async () => (await createDoctor(api.db)).doctor.id

  it('are listed by name with their doctors, who can be in several', async () => {
    const [one, other] = [await newDoctor(), await newDoctor()]
    await create({ name: 'neuro', doctorIds: [other, one, one] })
    await create({ name: ' Chest ', doctorIds: [one] })
    expect(await list()).toMatchObject([
      { name: 'Chest', doctorIds: [one], version: 1 },
      { name: 'neuro', doctorIds: [one, other].toSorted() },
    ])
  })

  it('change as a whole, unless somebody was faster, and the audit log has ids alone', async () => {
    const [one, other] = [await newDoctor(), await newDoctor()]
    const groupId = await create({ name: 'Neuro', doctorIds: [one] })
    expect((await send('PUT', `/${groupId}`, { name: 'Spine', doctorIds: [other], version: 1 })).statusCode).toBe(200)
    expect(await list()).toMatchObject([{ name: 'Spine', doctorIds: [other], version: 2 }])
    expect(await code(send('PUT', `/${groupId}`, { name: 'Late', doctorIds: [], version: 1 }))).toBe('CONFLICT')
    await send('DELETE', `/${groupId}`)
    expect(await list()).toEqual([])
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, groupId)).orderBy(asc(auditLog.id))
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['doctor_group.created', { doctorIds: [one] }],
      ['doctor_group.changed', { doctorIds: [other] }],
      ['doctor_group.deleted', {}],
    ])
  })

  it('refuse the name of another group, an unknown doctor and an unknown group, and change nothing', async () => {
    const one = await newDoctor()
    const groupId = await create({ name: 'Neuro', doctorIds: [one] })
    const before = await list()
    expect(await code(send('POST', '', { name: 'NEURO', doctorIds: [] }))).toBe('DOCTOR_GROUP_NAME_TAKEN')
    expect(await code(send('POST', '', { name: ' ', doctorIds: [] }))).toBe('INVALID_FIELD')
    const unknown = { name: 'Chest', doctorIds: [one, randomUUID()] }
    expect(await code(send('POST', '', unknown))).toBe('DOCTOR_NOT_FOUND')
    expect(await code(send('PUT', `/${groupId}`, { ...unknown, version: 1 }))).toBe('DOCTOR_NOT_FOUND')
    expect(await code(send('PUT', `/${randomUUID()}`, { ...unknown, version: 1 }))).toBe('DOCTOR_GROUP_NOT_FOUND')
    expect(await code(send('DELETE', `/${randomUUID()}`))).toBe('DOCTOR_GROUP_NOT_FOUND')
    expect(await list()).toEqual(before)
  })

  it('lose a doctor who is deleted', async () => {
    const [one, other] = [await newDoctor(), await newDoctor()]
    await create({ name: 'Neuro', doctorIds: [one, other] })
    await api.request({ method: 'DELETE', url: `/api/admin/doctors/delete/${one}` }, cast.admin)
    expect(await list()).toMatchObject([{ doctorIds: [other] }])
  })
})
