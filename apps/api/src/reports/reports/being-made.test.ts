import type { VersionRecord } from '@readroom/db/reports/report-versions'
import { downloads } from '@readroom/db/reports/reports.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDocuments, signAs } from '../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
/** Runs while a download waits, with the milliseconds of the wait. */
let meanwhile: (ms: number) => Promise<void> = async () => {}
beforeAll(async () => {
  api = await startTestApi({ pause: (ms) => meanwhile(ms) })
  cast = await createCast(api.db)
})
afterAll(() => api.stop())

const patientId = 'RH-204398'

async function signed(): Promise<VersionRecord> {
  const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor', patientId })
  const { doctorId } = cast.assignedDoctor
  await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
  return signAs(api, cast.assignedDoctor, study.id)
}
const take = ({ report }: VersionRecord, as: 'download' | 'word') =>
  api.request({ method: 'GET', url: `/api/documents/study/${report.studyId}/reports/${report.id}/${as}` }, cast.staffA)
const taken = ({ report }: VersionRecord) => api.db.$count(downloads, eq(downloads.reportId, report.id))

it.each(['download', 'word'] as const)('a %s that comes before the document waits for it', async (as) => {
  const version = await signed()
  let looks = 0
  meanwhile = async () => {
    looks += 1
    if (looks === 2) await makeDocuments(api, version)
  }
  const answer = await take(version, as)
  expect([answer.statusCode, answer.body]).toEqual([200, `${as === 'word' ? 'Word' : 'PDF'} of ${version.report.id}`])
  expect([looks, await taken(version)]).toEqual([2, 1])
})

it.each(['download', 'word'] as const)('after five seconds a %s is told to try again, and is not recorded', async (as) => {
  const version = await signed()
  let waited = 0
  meanwhile = async (ms) => {
    waited += ms
  }
  const answer = await take(version, as)
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'REPORT_BEING_MADE', '1'])
  expect([waited, await taken(version)]).toEqual([5000, 0])
})

it.each(['download', 'word'] as const)('a report that is withdrawn while a %s waits for it is not sent', async (as) => {
  const version = await signed()
  const url = '/api/admin/studies/unauthorize'
  meanwhile = async () => {
    const payload = { studyIds: [version.report.studyId], reason: 'Wrong patient' }
    await api.request({ method: 'POST', url, payload }, cast.admin)
    await makeDocuments(api, version)
  }
  expect((await take(version, as)).json().code).toBe('REPORT_NOT_FOUND')
})

it('a laboratory is never told of a file of 0 bytes', async () => {
  const version = await signed()
  const { studyId } = version.report
  const ask = async (url: string) => (await api.request({ method: 'GET', url }, cast.staffA)).json()
  const listed = async () => {
    const { reports } = await ask(`/api/documents/study/${studyId}/reports`)
    const { studyReports } = (await ask(`/api/labEdit/patients/${patientId}?studyId=${studyId}`)).data
    return [reports[0].size, reports[0].formattedSize, studyReports.map(({ size }: { size: number }) => size)]
  }
  expect(await listed()).toEqual([null, '', []])
  await makeDocuments(api, version)
  expect(await listed()).toEqual([43, '43 bytes', [43]])
})
