import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { downloads } from '@readroom/db/reports/reports.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createAssignment, createCast, createReport, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import JSZip from 'jszip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDocuments, signAs } from '../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { createSeveralReportsService } from './several.service.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
})
afterAll(() => api.stop())

const patient = { patientId: 'ID-7', modalities: ['CT'], studyDate: '2026-11-21' }

async function assignedStudy(patientName: string, fields: object = {}) {
  const study = await createStudy(api.db, {
    ...patient,
    patientName,
    labId: cast.labA.id,
    status: 'assigned_to_doctor',
    ...fields,
  })
  const { doctorId } = cast.assignedDoctor
  await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
  return study
}
async function signedStudy(patientName: string) {
  const study = await assignedStudy(patientName)
  const version = await signAs(api, cast.assignedDoctor, study.id)
  await makeDocuments(api, version)
  return { study, version }
}
/** Makes a study with an uploaded report. */
async function uploadedStudy(patientName: string) {
  const study = await assignedStudy(patientName, { status: 'report_finalized' })
  const { doctorId, userId: uploadedBy } = cast.assignedDoctor
  const report = await createReport(api.db, { studyId: study.id, doctorId, uploadedBy, status: 'finalized' })
  await api.storage.put(report.objectKey, Buffer.from('uploaded'), { contentType: 'application/pdf' })
  return { study, report }
}

type Who = 'staffA' | 'staffB' | 'admin' | 'otherDoctor'
const take = (studyIds: string[], who: Who = 'staffA') =>
  api.request({ method: 'POST', url: '/api/reports/download', payload: { studyIds } }, cast[who])
const takenOf = (studyId: string) => api.db.$count(downloads, eq(downloads.studyId, studyId))
const statusOf = async (id: string) => (await api.db.select().from(studies).where(eq(studies.id, id)))[0]?.status

it('packs the newest finished report of each study under readable names, and records each download', async () => {
  const [one, other] = [await signedStudy('Doe Jane'), await uploadedStudy('Roe Ann')]
  await makeDocuments(api, await signAs(api, cast.assignedDoctor, one.study.id, { kind: 'addendum' }))
  const answer = await take([one.study.id, other.study.id, one.study.id])
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([200, expect.stringMatching(/Reports_2_.*\.zip/)])
  const zip = await JSZip.loadAsync(answer.rawPayload)
  expect(Object.keys(zip.files)).toEqual([
    'Doe_Jane_ID-7_CT_2026-11-21_addendum_final_2.pdf',
    'Roe_Ann_ID-7_CT_2026-11-21_final.pdf',
  ])
  expect(await zip.file('Roe_Ann_ID-7_CT_2026-11-21_final.pdf')?.async('string')).toBe('uploaded')
  for (const { study } of [one, other])
    expect([await takenOf(study.id), await statusOf(study.id)]).toEqual([1, 'final_report_downloaded'])
})

it('packs nothing if a report is missing, preliminary, withdrawn or of a hidden study', async () => {
  const good = await signedStudy('Good One')
  const bare = await assignedStudy('No Report')
  const early = await assignedStudy('Early One')
  await makeDocuments(api, await signAs(api, cast.assignedDoctor, early.id, { meaning: 'preliminary' }))
  const withdrawn = await signedStudy('Withdrawn One')
  const payload = { studyIds: [withdrawn.study.id], reason: 'Wrong patient' }
  await api.request({ method: 'POST', url: '/api/admin/studies/unauthorize', payload }, cast.admin)
  for (const id of [bare.id, early.id, withdrawn.study.id, randomUUID()]) {
    const answer = await take([good.study.id, id])
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'REPORTS_UNFINISHED'])
  }
  for (const stranger of ['staffB', 'otherDoctor'] as const)
    expect((await take([good.study.id], stranger)).json().code).toBe('REPORTS_UNFINISHED')
  expect([await takenOf(good.study.id), await statusOf(good.study.id)]).toEqual([0, 'report_finalized'])
})

it.each(['staffA', 'admin'] as const)('breaks off for %s at a report that was withdrawn after it began', async (who) => {
  const [good, wrong] = [await signedStudy('Good Three'), await signedStudy('Withdrawn Two')]
  const { stream } = await createSeveralReportsService(api).download(cast[who], [good.study.id, wrong.study.id])
  const payload = { studyIds: [wrong.study.id], reason: 'Wrong patient' }
  await api.request({ method: 'POST', url: '/api/admin/studies/unauthorize', payload }, cast.admin)
  await expect(buffer(stream)).rejects.toMatchObject({ code: 'REPORT_NOT_FOUND' })
  expect([await takenOf(good.study.id), await takenOf(wrong.study.id)]).toEqual([1, 0])
})

it('reports a missing file before it begins, and records no download', async () => {
  const [good, lost] = [await signedStudy('Good Two'), await uploadedStudy('Lost One')]
  await api.storage.delete(lost.report.objectKey)
  expect((await take([good.study.id, lost.study.id])).json().code).toBe('FILE_MISSING')
  expect(await takenOf(good.study.id)).toBe(0)
})

it('accepts 1 to 200 studies', async () => {
  for (const ids of [[], Array.from({ length: 201 }, () => randomUUID())]) expect((await take(ids)).statusCode).toBe(400)
})
