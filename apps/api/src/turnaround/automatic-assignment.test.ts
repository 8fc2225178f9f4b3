import { randomUUID } from 'node:crypto'
import type { CourseEntry } from '@readroom/contracts/patients/summary'
import { auditLog } from '@readroom/db/core/audit.schema'
import { createCast, createLab, createStudy } from '@readroom/db/testing/factories'
import { dealStudies } from '@readroom/domain/turnaround/assignment/dealing-tick'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
})
afterAll(() => api.stop())

const patientId = 'NM-1'

type Caller = Parameters<TestApi['request']>[1]

const setMode = (labId: string, payload: { mode: string; groupId?: string | null; version: number }) =>
  api.request({ method: 'PUT', url: `/api/admin/assignment/${labId}`, payload }, cast.admin)
const view = async () => (await api.request({ method: 'GET', url: '/api/admin/assignment' }, cast.admin)).json()
const ask = async (url: string, caller: Caller, payload = {}) =>
  (await api.request({ method: 'POST', url, payload }, caller)).json()

async function historyOf(studyId: string, caller: Caller): Promise<CourseEntry[]> {
  const answer = await api.request({ method: 'GET', url: `/api/patients/${patientId}?studyId=${studyId}` }, caller)
  return answer.json().data.course
}

const addStudy = (labId: string) => {
  const times = { settledAt: new Date(), readyAt: new Date(), dueAt: new Date(Date.now() + 3_600_000) }
  return createStudy(api.db, { labId, patientId, status: 'pending_assignment', modalities: ['NM'], ...times })
}

it('has a mode for each laboratory, which is off at first, and refuses a change of an older one', async () => {
  const lab = await createLab(api.db)
  const shown = async () => (await view()).labs.find(({ labId }: { labId: string }) => labId === lab.id)
  expect(await shown()).toMatchObject({ mode: 'off', version: 0, waiting: 0 })
  expect((await setMode(lab.id, { mode: 'pool', version: 0 })).statusCode).toBe(200)
  expect((await setMode(lab.id, { mode: 'assign', version: 0 })).json().code).toBe('CONFLICT')
  expect((await setMode(lab.id, { mode: 'suggest', version: 1 })).statusCode).toBe(200)
  expect((await setMode(lab.id, { mode: 'off', version: 1 })).json().code).toBe('CONFLICT')
  await addStudy(lab.id)
  expect(await shown()).toMatchObject({ mode: 'suggest', version: 2, waiting: 1 })
  const [entry] = await api.db.select().from(auditLog).where(eq(auditLog.targetId, lab.id)).orderBy(desc(auditLog.id)).limit(1)
  expect(entry).toMatchObject({ action: 'assignment_mode.changed', actorUserId: cast.admin.userId, details: { mode: 'suggest' } })
})

it('limits a laboratory to a group of doctors until it is limited to none, and keeps the group meanwhile', async () => {
  const lab = await createLab(api.db)
  const shown = async () => (await view()).labs.find(({ labId }: { labId: string }) => labId === lab.id)
  const url = '/api/admin/doctor-groups'
  const payload = { name: 'Neuro', doctorIds: [] }
  const groupId = (await api.request({ method: 'POST', url, payload }, cast.admin)).json()._id
  const remove = async () => (await api.request({ method: 'DELETE', url: `${url}/${groupId}` }, cast.admin)).json()
  expect((await setMode(lab.id, { mode: 'pool', groupId: randomUUID(), version: 0 })).json().code).toBe('DOCTOR_GROUP_NOT_FOUND')
  expect((await setMode(lab.id, { mode: 'pool', groupId, version: 0 })).statusCode).toBe(200)
  expect(await shown()).toMatchObject({ mode: 'pool', groupId, version: 1 })
  expect((await setMode(lab.id, { mode: 'assign', version: 1 })).statusCode).toBe(200)
  expect(await shown()).toMatchObject({ mode: 'assign', groupId, version: 2 })
  expect((await remove()).code).toBe('DOCTOR_GROUP_IN_USE')
  expect((await setMode(lab.id, { mode: 'assign', groupId: null, version: 2 })).statusCode).toBe(200)
  expect(await shown()).toMatchObject({ mode: 'assign', groupId: null, version: 3 })
  expect(await remove()).toMatchObject({ success: true })
})

it('shows a pool only to doctors of the group that its laboratory is limited to', async () => {
  const { id: labId } = await createLab(api.db)
  const { assignedDoctor, otherDoctor } = cast
  const [{ doctorId }] = [assignedDoctor]
  const payload = { name: 'Pool', doctorIds: [doctorId] }
  const created = await api.request({ method: 'POST', url: '/api/admin/doctor-groups', payload }, cast.admin)
  await setMode(labId, { mode: 'pool', groupId: created.json()._id, version: 0 })
  await addStudy(labId)
  const waiting = async (doctor: Caller) =>
    (await api.request({ method: 'GET', url: '/api/doctor/assignment' }, doctor)).json().poolWaiting
  expect([await waiting(assignedDoctor), await waiting(otherDoctor)]).toEqual([1, 0])
  expect((await ask('/api/doctor/assignment/next', otherDoctor)).studyId).toBeNull()
})

it('says in the history why a doctor has a study and who declined it, but not to the laboratory', async () => {
  const { labA, admin, staffA, assignedDoctor, otherDoctor } = cast
  await setMode(labA.id, { mode: 'assign', version: 0 })
  const { id: studyId } = await addStudy(labA.id)
  await dealStudies(api.db, 'Europe/London')
  const mine = await api.request({ method: 'GET', url: '/api/doctor/assignment' }, assignedDoctor)
  const has = mine.json().studies.some((study: { studyId: string }) => study.studyId === studyId)
  const [first, second] = has ? [assignedDoctor, otherDoctor] : [otherDoctor, assignedDoctor]
  expect(await ask(`/api/studies/${studyId}/decline`, first, { reason: 'I know the patient' })).toEqual({ success: true })
  const chosen = { kind: 'chosen', by: 'assign', explanation: { rule: 'share', minutes: 6 } }
  expect((await historyOf(studyId, admin)).filter(({ dealing }) => dealing)).toMatchObject([
    { step: 'assigned', by: null, doctorName: first.fullName, dealing: { ...chosen, explanation: { eligible: 2 } } },
    { step: 'declined', by: first.fullName, dealing: { kind: 'givenBack', reason: 'I know the patient' } },
    { step: 'reassigned', doctorName: second.fullName, dealing: { ...chosen, explanation: { eligible: 1 } } },
  ])
  const seen = await historyOf(studyId, staffA)
  expect(seen.map(({ step, dealing }) => [step, dealing])).not.toContainEqual(['declined', expect.anything()])
  expect(seen.every(({ dealing }) => dealing === null)).toBe(true)
})

it('shows the pool to doctors who read for its laboratory, and what was passed over three times to administrators', async () => {
  const lab = await createLab(api.db)
  await setMode(lab.id, { mode: 'pool', version: 0 })
  const { id: studyId } = await addStudy(lab.id)
  const poolOf = async (caller: Caller) => (await api.request({ method: 'GET', url: '/api/doctor/assignment' }, caller)).json()
  expect(await poolOf(cast.otherDoctor)).toMatchObject({ hasPool: true, poolWaiting: 1, mayGiveBack: true })
  const next = await ask('/api/doctor/assignment/next', cast.otherDoctor)
  expect(next).toEqual({ success: true, studyId, nothing: [] })
  const refused = await api.request(
    { method: 'POST', url: `/api/studies/${studyId}/pass-over`, payload: { reason: '' } },
    cast.otherDoctor,
  )
  expect(refused.statusCode).toBe(400)
  expect(await ask(`/api/studies/${studyId}/pass-over`, cast.otherDoctor, { cause: 'other', reason: 'Not my field' })).toEqual({
    success: true,
  })
  expect((await historyOf(studyId, cast.admin)).at(-1)).toMatchObject({ step: 'passedOver', dealing: { reason: 'Not my field' } })
  expect((await view()).passedOver).toEqual([])
})
