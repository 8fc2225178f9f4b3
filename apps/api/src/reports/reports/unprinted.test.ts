import { insertDeadLetter } from '@readroom/db/operations/dead-letters'
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

type Who = 'admin' | 'assignedDoctor' | 'otherDoctor'

async function signed() {
  const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor', patientName: 'Doe Jane' })
  const { doctorId } = cast.assignedDoctor
  await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
  const record = await signAs(api, cast.assignedDoctor, study.id)
  const fail = () =>
    insertDeadLetter(api.db, {
      source: 'job',
      name: 'report.render',
      payload: { v: 1, versionId: record.version.id },
      reason: 'NotPrintable',
    })
  return { record, fail }
}
async function listed(who: Who): Promise<string[]> {
  const answer = await api.request({ method: 'GET', url: '/api/reports/unprinted' }, cast[who])
  return answer.json().reports.map(({ reportId }: { reportId: string }) => reportId)
}

it('a report whose PDF could not be made is listed for its signer and administrators until it is made', async () => {
  const { record, fail } = await signed()
  const other = await signed()
  expect(await listed('assignedDoctor')).toEqual([])
  await fail()
  expect([await listed('assignedDoctor'), await listed('admin')]).toEqual([[record.report.id], [record.report.id]])
  expect(await listed('otherDoctor')).toEqual([])
  await makeDocuments(api, record)
  expect(await listed('admin')).toEqual([])
  await makeDocuments(api, other.record)
})

it('a report that has waited five minutes for its PDF is listed too', async () => {
  const { record } = await signed()
  await api.asOwner(`alter table report_versions disable trigger user`)
  await api.asOwner(`update report_versions set signed_at = now() - interval '6 minutes' where id = '${record.version.id}'`)
  await api.asOwner(`alter table report_versions enable trigger user`)
  expect(await listed('assignedDoctor')).toEqual([record.report.id])
})
