import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { submitReport } from '@readroom/domain/reports/reports'
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

it('addenda name the uploaded file that they add to, and a new report names none', async () => {
  const { assignedDoctor, admin, labA } = cast
  const { doctorId } = assignedDoctor
  const study = await createStudy(api.db, { labId: labA.id, status: 'assigned_to_doctor' })
  await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: admin.userId })
  const sign = async (kind: 'original' | 'addendum' | 'correction') =>
    (await signAs(api, assignedDoctor, study.id, { kind })).version.snapshot.uploaded?.fileName
  expect(await sign('original')).toBeUndefined()
  expect(await sign('addendum')).toBeUndefined()
  const stored = { objectKey: 'reports/x', fileName: 'outside.pdf', contentType: 'application/pdf', sizeBytes: 1, sha256: '0' }
  const report = { studyId: study.id, doctorId, reportStatus: 'finalized', afterVersion: 2, file: stored } as const
  await api.db.transaction((tx) => submitReport(tx, assignedDoctor, report))
  expect(await sign('addendum')).toBe('outside.pdf')
  expect(await sign('addendum')).toBe('outside.pdf')
  expect(await sign('correction')).toBeUndefined()
  expect(await sign('addendum')).toBeUndefined()
})
