import type { AmendedReport } from '@readroom/contracts/reports/reports'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
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

type Who = 'staffA' | 'staffB' | 'admin' | 'otherDoctor'
const get = (who: Who, url: string) => api.request({ method: 'GET', url }, cast[who])

async function reported() {
  const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor', patientName: 'Doe Jane' })
  const { doctorId } = cast.assignedDoctor
  await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
  const sign = async (signing: Parameters<typeof signAs>[3]) => {
    const version = await signAs(api, cast.assignedDoctor, study.id, signing)
    await makeDocuments(api, version)
    return version.report.id
  }
  const listed = async (who: Who): Promise<AmendedReport[]> => {
    const { reports }: { reports: AmendedReport[] } = (await get(who, '/api/reports/amended')).json()
    return reports.filter(({ studyId }) => studyId === study.id)
  }
  const take = (who: Who, reportId: string) => get(who, `/api/documents/study/${study.id}/reports/${reportId}/download`)
  return { sign, listed, take }
}

it('a correction is listed first for its laboratory, with its changes, until its staff has downloaded it', async () => {
  const { sign, listed, take } = await reported()
  await take('staffA', await sign({}))
  expect(await listed('staffA')).toEqual([])
  const corrected = await sign({ kind: 'correction', reason: 'The side was wrong.' })
  expect(await listed('staffA')).toMatchObject([
    { reportId: corrected, kind: 'correction', reason: 'The side was wrong.', patientName: 'Doe Jane' },
  ])
  expect([await listed('staffB'), await listed('otherDoctor')]).toEqual([[], []])
  await take('admin', corrected)
  expect(await listed('staffA')).toHaveLength(1)
  await take('staffA', corrected)
  expect(await listed('staffA')).toEqual([])
})

it('only the newest of several counts, and none that can still be recalled', async () => {
  const { sign, listed } = await reported()
  await sign({})
  await sign({ kind: 'correction' })
  const newest = await sign({ kind: 'addendum' })
  await sign({ kind: 'addendum', recallSeconds: 600 })
  expect(await listed('staffA')).toMatchObject([{ reportId: newest, kind: 'addendum', reason: '' }])
})
