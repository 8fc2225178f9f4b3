import { outbox } from '@readroom/db/core/outbox.schema'
import { criticalResults } from '@readroom/db/reports/critical-results.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signAs } from '../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
})
afterAll(() => api.stop())

type Who = 'staffA' | 'staffB' | 'admin' | 'assignedDoctor' | 'otherDoctor'

async function assignedStudy() {
  const study = await createStudy(api.db, {
    labId: cast.labA.id,
    status: 'assigned_to_doctor',
    patientId: 'P-1',
    accessionNumber: 'ACC-7',
  })
  const { doctorId } = cast.assignedDoctor
  await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
  return study.id
}
const mark = (studyId: string, fields: object = {}, who: Who = 'assignedDoctor') => {
  const payload = { category: 1, finding: 'Tension pneumothorax', ...fields }
  return api.request({ method: 'POST', url: `/api/studies/${studyId}/critical-results`, payload }, cast[who])
}
const acknowledge = (studyId: string, resultId: string, name: string, who: Who = 'staffA', readBack = true) => {
  const url = `/api/studies/${studyId}/critical-results/${resultId}/acknowledge`
  return api.request({ method: 'POST', url, payload: { name, readBack } }, cast[who])
}
const openFor = async (who: Who, studyId: string) => {
  const { results } = (await api.request({ method: 'GET', url: '/api/critical-results/open' }, cast[who])).json()
  return results.filter((result: { studyId: string }) => result.studyId === studyId)
}

it.each([
  [1, 60],
  [2, 360],
  [3, 4320],
])('category %i is due after %i minutes, and the laboratory is told at once', async (category, minutes) => {
  const studyId = await assignedStudy()
  const { result } = (await mark(studyId, { category })).json()
  expect(result).toMatchObject({ category, acknowledged: null, notified: { times: 1 }, markedBy: cast.assignedDoctor.fullName })
  expect(Math.round((Date.parse(result.dueAt) - Date.parse(result.foundAt)) / 60_000)).toBe(minutes)
  const queued = await api.db.select().from(outbox).where(eq(outbox.name, 'critical-notice.send'))
  expect(queued.map(({ payload }) => payload)).toContainEqual({ v: 1, resultId: result.id, to: expect.any(String) })
})

it('is open for its laboratory, doctors and administrators until someone acknowledges it by name; the first one counts', async () => {
  const studyId = await assignedStudy()
  const { result } = (await mark(studyId)).json()
  for (const who of ['staffA', 'admin', 'assignedDoctor'] as const)
    expect(await openFor(who, studyId)).toMatchObject([
      { id: result.id, laboratory: cast.labA.name, patientId: 'P-1', accessionNumber: 'ACC-7' },
    ])
  for (const who of ['staffB', 'otherDoctor'] as const) expect(await openFor(who, studyId)).toEqual([])
  expect((await acknowledge(studyId, result.id, '  ')).statusCode).toBe(400)
  expect((await acknowledge(studyId, result.id, 'Rosa Delgado', 'staffA', false)).statusCode).toBe(400)
  expect((await acknowledge(studyId, result.id, 'Rosa Delgado')).json().result.acknowledged).toMatchObject({
    name: 'Rosa Delgado',
  })
  expect((await acknowledge(studyId, result.id, 'Somebody Else')).json().result.acknowledged.name).toBe('Rosa Delgado')
  expect(await openFor('staffA', studyId)).toEqual([])
})

it('is marked only by accounts that see the study', async () => {
  const studyId = await assignedStudy()
  expect((await mark(studyId, {}, 'otherDoctor')).json().code).toBe('STUDY_NOT_FOUND')
  expect((await mark(studyId, {}, 'staffA')).statusCode).toBe(403)
  expect((await mark(await assignedStudy(), { category: 4 })).statusCode).toBe(400)
})

const tell = (studyId: string, resultId: string, fields: object = {}, who: Who = 'assignedDoctor') => {
  const url = `/api/studies/${studyId}/critical-results/${resultId}/communications`
  const payload = { name: 'Rosa Delgado', telephone: '030 4711', method: 'telephone', ...fields }
  return api.request({ method: 'POST', url, payload }, cast[who])
}

it('records who was told, at which number and how, and stays open', async () => {
  const studyId = await assignedStudy()
  const told = { name: 'Rosa Delgado', telephone: '030 4711', method: 'telephone' }
  const { result } = (await mark(studyId, { told })).json()
  expect(result.told).toEqual([{ ...told, by: cast.assignedDoctor.fullName, at: expect.any(String) }])
  const adaTold = (await tell(studyId, result.id, { name: 'Ada Moss', telephone: '', method: 'in_person' })).json().result
  expect(adaTold.told.map(({ name, method }: typeof told) => [name, method])).toEqual([
    ['Rosa Delgado', 'telephone'],
    ['Ada Moss', 'in_person'],
  ])
  expect(await openFor('staffA', studyId)).toMatchObject([{ id: result.id, acknowledged: null }])
  expect((await tell(studyId, result.id, { method: 'smoke' })).statusCode).toBe(400)
})

it("is in the study's history with all names", async () => {
  const studyId = await assignedStudy()
  const { result } = (await mark(studyId)).json()
  await tell(studyId, result.id)
  await acknowledge(studyId, result.id, 'Ada Moss')
  const url = `/api/patients/P-1?studyId=${studyId}`
  const { course } = (await api.request({ method: 'GET', url }, cast.staffA)).json().data
  expect(course.map(({ step, by, doctorName }: Record<string, unknown>) => [step, by, doctorName])).toEqual([
    ['criticalMarked', cast.assignedDoctor.fullName, null],
    ['criticalTold', cast.assignedDoctor.fullName, 'Rosa Delgado'],
    ['criticalAcknowledged', cast.staffA.fullName, 'Ada Moss'],
  ])
})

it('is signed with the report as known then, and a later acknowledgement does not change that', async () => {
  const studyId = await assignedStudy()
  const { result } = (await mark(studyId)).json()
  await tell(studyId, result.id)
  await signAs(api, cast.assignedDoctor, studyId)
  await acknowledge(studyId, result.id, 'Ada Moss')
  const read = await api.request({ method: 'GET', url: `/api/studies/${studyId}/report-versions` }, cast.staffA)
  const { versions, isIntact } = read.json()
  expect(isIntact).toBe(true)
  expect(versions[0].snapshot.criticalResults).toMatchObject([
    { id: result.id, category: 1, finding: 'Tension pneumothorax', told: [{ name: 'Rosa Delgado' }], acknowledged: null },
  ])
})

it('is acknowledged only for its own study, and by no other laboratory', async () => {
  const [studyId, other] = [await assignedStudy(), await assignedStudy()]
  const { result } = (await mark(studyId)).json()
  expect((await acknowledge(other, result.id, 'Rosa')).json().code).toBe('CRITICAL_RESULT_NOT_FOUND')
  expect((await acknowledge(studyId, result.id, 'Rosa', 'staffB')).json().code).toBe('STUDY_NOT_FOUND')
  expect((await acknowledge(studyId, result.id, 'Rosa', 'assignedDoctor')).statusCode).toBe(403)
  expect(await openFor('staffA', studyId)).toHaveLength(1)
})

const noticesOf = async (resultId: string) => {
  const isNotice = and(eq(outbox.name, 'critical-notice.send'), sql`${outbox.payload} ->> 'resultId' = ${resultId}`)
  const to = sql<string>`${outbox.payload} ->> 'to'`
  return (await api.db.select({ to }).from(outbox).where(isNotice).orderBy(outbox.id)).map((notice) => notice.to)
}
const place = (studyId: string, locationId: string) =>
  api.request({ method: 'PUT', url: `/api/admin/studies/${studyId}/location`, payload: { locationId } }, cast.admin)

it('is not shown as told without a laboratory, and is told when the study gets one', async () => {
  const study = await createStudy(api.db, { status: 'assigned_to_doctor' })
  const { doctorId } = cast.assignedDoctor
  await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
  const { result } = (await mark(study.id)).json()
  expect([result.notified, await noticesOf(result.id)]).toEqual([{ times: 0, lastAt: null }, []])
  await place(study.id, cast.labA.id)
  expect(await noticesOf(result.id)).toEqual([cast.staffA.userId])
  expect(await openFor('staffA', study.id)).toMatchObject([{ notified: { times: 1 } }])
})

it('is told to a laboratory that takes over the study, unless it was acknowledged', async () => {
  const studyId = await assignedStudy()
  const { result } = (await mark(studyId, { category: 3 })).json()
  const { result: known } = (await mark(studyId, { category: 3 })).json()
  await acknowledge(studyId, known.id, 'Rosa Delgado')
  await place(studyId, cast.labB.id)
  expect(await noticesOf(result.id)).toEqual([cast.staffA.userId, cast.staffB.userId])
  expect(await noticesOf(known.id)).toEqual([cast.staffA.userId])
})

it('never changes once it is marked', async () => {
  const studyId = await assignedStudy()
  await mark(studyId)
  await expect(api.db.delete(criticalResults).where(eq(criticalResults.studyId, studyId))).rejects.toThrow()
  await expect(api.asOwner(`update critical_results set finding = 'Nothing' where study_id = '${studyId}'`)).rejects.toThrow()
})
