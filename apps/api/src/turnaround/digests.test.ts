import { randomUUID } from 'node:crypto'
import type { Digest } from '@readroom/contracts/turnaround/digests'
import { createCast } from '@readroom/db/testing/factories'
import { digests } from '@readroom/db/turnaround/digests.schema'
import { createDoctorGroup } from '@readroom/domain/people/doctor-groups'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

const root = '/api/admin/digests'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
})
afterAll(() => api.stop())
beforeEach(() => api.db.delete(digests))

const weekly = { labIds: null, frequency: 'weekly', sendAt: '07:00', recipients: ['head@clinic.example'] }
const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) =>
  api.request({ method, url: `${root}${path}`, ...(payload && { payload }) }, cast.admin)
const create = async (fields: object = {}): Promise<string> => (await send('POST', '', { ...weekly, ...fields })).json()._id
const list = async (): Promise<Digest[]> => (await send('GET')).json().digests

it('are listed with the names of their laboratories and the time of the next email', async () => {
  await create()
  await create({ labIds: [cast.labA.id], recipients: ['a@lab.example', 'a@lab.example', 'b@lab.example'] })
  const [all, one] = await list()
  expect(all).toMatchObject({ ...weekly, labNames: null, lastSentAt: null, version: 1 })
  expect(Date.parse(all?.nextAt ?? '')).toBeGreaterThan(Date.now())
  expect(new Date(all?.nextAt ?? '').getUTCDay()).toBe(1)
  expect(one).toMatchObject({ labNames: [cast.labA.name], recipients: ['a@lab.example', 'b@lab.example'] })
})

it('of a group go to administrators only', async () => {
  const groupId = await api.db.transaction((tx) =>
    createDoctorGroup(tx, cast.admin, { name: `Group ${randomUUID()}`, doctorIds: [cast.assignedDoctor.doctorId] }),
  )
  const ofGroup = (recipients: string[]) => send('POST', '', { ...weekly, groupId, recipients })
  for (const address of ['head@clinic.example', cast.assignedDoctor.email, cast.staffA.email]) {
    const refused = await ofGroup([cast.admin.email, address])
    expect(refused.json()).toMatchObject({ code: 'NOT_AN_ADMIN_ADDRESS', message: expect.stringContaining(address) })
  }
  expect((await ofGroup([cast.admin.email.toUpperCase()])).statusCode).toBe(200)
  expect(await list()).toMatchObject([{ groupId, groupName: expect.stringMatching(/^Group /), labNames: null }])
})

it.each([
  ['recipients', { recipients: [] }],
  ['recipients.0', { recipients: ['nobody'] }],
  ['labIds', { labIds: [] }],
  ['groupId', { labIds: [randomUUID()], groupId: randomUUID() }],
  ['sendAt', { sendAt: '24:00' }],
  ['frequency', { frequency: 'hourly' }],
])('refuse a wrong %s and change nothing', async (field, fields) => {
  const id = await create()
  const before = await list()
  const answers = [
    await send('POST', '', { ...weekly, ...fields }),
    await send('PUT', `/${id}`, { ...weekly, ...fields, version: 1 }),
  ]
  for (const answer of answers) {
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'INVALID_FIELD', message: expect.stringContaining(field) })
  }
  expect(await list()).toEqual(before)
})

it('refuse a laboratory or group that does not exist, a stale version and an unknown digest', async () => {
  const id = await create()
  const code = async (answer: ReturnType<typeof send>) => (await answer).json().code
  expect(await code(send('POST', '', { ...weekly, labIds: [randomUUID()] }))).toBe('LAB_NOT_FOUND')
  expect(await code(send('POST', '', { ...weekly, groupId: randomUUID() }))).toBe('DOCTOR_GROUP_NOT_FOUND')
  expect((await send('PUT', `/${id}`, { ...weekly, frequency: 'daily', version: 1 })).statusCode).toBe(200)
  expect(await code(send('PUT', `/${id}`, { ...weekly, version: 1 }))).toBe('CONFLICT')
  expect(await list()).toMatchObject([{ frequency: 'daily', version: 2 }])
  expect(await code(send('DELETE', `/${randomUUID()}`))).toBe('DIGEST_NOT_FOUND')
  expect((await send('DELETE', `/${id}`)).statusCode).toBe(200)
  expect(await list()).toEqual([])
})
