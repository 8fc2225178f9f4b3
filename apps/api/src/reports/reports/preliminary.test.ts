import { labs } from '@readroom/db/people/labs.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDocuments, signAs } from '../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
})
afterAll(() => api.stop())

type Who = 'staffA' | 'staffB' | 'admin'
const get = (who: Who, url: string) => api.request({ method: 'GET', url }, cast[who])
const rule = (preliminaryVisible: boolean) => api.db.update(labs).set({ preliminaryVisible }).where(eq(labs.id, cast.labA.id))

/** Makes a study with a report signed as preliminary, and its documents. */
async function preliminary() {
  const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor' })
  const { doctorId } = cast.assignedDoctor
  await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
  const version = await signAs(api, cast.assignedDoctor, study.id, { meaning: 'preliminary' })
  await makeDocuments(api, version)
  return { studyId: study.id, reportId: version.report.id }
}

/** Returns the answer of each way to a report. */
async function waysOf(who: Who, { studyId, reportId }: { studyId: string; reportId: string }) {
  const [one, several] = [`/api/documents/study/${studyId}/reports`, '/api/reports/download']
  const [list, versions, row] = [
    await get(who, one),
    await get(who, `/api/studies/${studyId}/report-versions`),
    await get(who, `/api/studies/${studyId}`),
  ]
  return {
    list: list.json().reports?.length ?? list.statusCode,
    versions: versions.json().versions?.length ?? versions.statusCode,
    row: row.json().study?.ReportAvailable ?? row.statusCode,
    finished: row.json().study?.finishedReport,
    flags: row.json().study?.flags,
    pdf: (await get(who, `${one}/${reportId}/download`)).statusCode,
    edit: (await get(who, `/api/labEdit/studies/${studyId}/reports/${reportId}/download`)).statusCode,
    word: (await get(who, `${one}/${reportId}/word`)).statusCode,
    zip: (await api.request({ method: 'POST', url: several, payload: { studyIds: [studyId] } }, cast[who])).statusCode,
  }
}
const nothing = { list: 0, versions: 0, row: false, finished: null, flags: [], pdf: 404, edit: 404, word: 404, zip: 409 }
const hidden = {
  list: 404,
  versions: 404,
  row: 404,
  finished: undefined,
  flags: undefined,
  pdf: 404,
  edit: 404,
  word: 404,
  zip: 409,
}

it('a laboratory without the setting gets no preliminary report in any way', async () => {
  await rule(false)
  expect(await waysOf('staffA', await preliminary())).toEqual(nothing)
})

it('with the setting its staff reads the report, marked, and it never counts as finished or delivered', async () => {
  await rule(true)
  const key = await preliminary()
  const all = {
    list: 1,
    versions: 1,
    row: true,
    finished: null,
    flags: ['preliminaryReport'],
    pdf: 200,
    edit: 200,
    word: 200,
    zip: 409,
  }
  expect(await waysOf('staffA', key)).toEqual(all)
  expect(await waysOf('staffB', key)).toEqual(hidden)
  const { reports } = (await get('staffA', `/api/documents/study/${key.studyId}/reports`)).json()
  expect(reports).toMatchObject([{ reportStatus: 'draft', signed: { meaning: 'preliminary' }, isTaken: true, canDelete: false }])
  const [study] = await api.db.select().from(studies).where(eq(studies.id, key.studyId))
  expect(study?.status).toBe('report_drafted')
  await rule(false)
  expect(await waysOf('staffA', key)).toEqual(nothing)
})

it('a withdrawn report hides its preliminary version too', async () => {
  await rule(true)
  const key = await preliminary()
  await signAs(api, cast.assignedDoctor, key.studyId)
  expect((await waysOf('staffA', key)).versions).toBe(2)
  const payload = { studyIds: [key.studyId], reason: 'Wrong patient' }
  await api.request({ method: 'POST', url: '/api/admin/studies/unauthorize', payload }, cast.admin)
  expect(await waysOf('staffA', key)).toEqual(nothing)
})

it('a downloaded version does not count as a download of a newer one', async () => {
  await rule(false)
  const { studyId } = await preliminary()
  const first = await signAs(api, cast.assignedDoctor, studyId)
  await makeDocuments(api, first)
  const download = (reportId: string) => get('staffA', `/api/documents/study/${studyId}/reports/${reportId}/download`)
  const taken = async () => {
    const { reports } = (await get('staffA', `/api/documents/study/${studyId}/reports`)).json()
    return reports.map(({ isTaken }: { isTaken: boolean }) => isTaken)
  }
  await download(first.report.id)
  const second = await signAs(api, cast.assignedDoctor, studyId, { kind: 'correction' })
  await makeDocuments(api, second)
  expect(await taken()).toEqual([false, true])
  const [study] = await api.db.select().from(studies).where(eq(studies.id, studyId))
  expect(study?.status).toBe('report_finalized')
  await download(second.report.id)
  expect(await taken()).toEqual([true, true])
})
