import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reports } from '@readroom/db/reports/reports.schema'
import { assignments } from '@readroom/db/studies/assignments/assignments.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { openSmallDisk } from '@readroom/local/services/small-disk'
import { createStorage } from '@readroom/storage/create-storage'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../app.ts'
import { openLossyDatabase } from '../../testing/lossy-database.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n')

describe('report files', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  async function assignedStudy() {
    const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor' })
    await createAssignment(api.db, { studyId: study.id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
    return study
  }

  async function upload(studyId: string, app = api.app) {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(pdf)], 'report.pdf'))
    form.set('doctorId', cast.assignedDoctor.doctorId)
    form.set('reportStatus', 'finalized')
    const request = new Request('http://localhost/', { method: 'POST', body: form })
    return app.inject({
      method: 'POST',
      url: `/api/documents/study/${studyId}/upload`,
      headers: {
        authorization: `Bearer ${api.token(cast.assignedDoctor)}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
  }

  const download = (studyId: string, reportId: string) =>
    api.request({ method: 'GET', url: `/api/documents/study/${studyId}/reports/${reportId}/download` }, cast.admin)

  async function onlyReport(studyId: string) {
    const [report, ...others] = await api.db.select().from(reports).where(eq(reports.studyId, studyId))
    if (!report || others.length > 0) throw new Error('not one report')
    return report
  }

  it('are not kept if the doctor loses the study during the upload', async () => {
    const study = await assignedStudy()
    const put: typeof api.storage.put = async (...file) => {
      await api.db.update(assignments).set({ unassignedAt: new Date() }).where(eq(assignments.studyId, study.id))
      return api.storage.put(...file)
    }
    const storage = { ...api.storage, put }
    const { app } = await buildApp({ ...api, storage })
    onTestFinished(() => app.close())
    const before = await api.listFiles('reports').catch(() => [])
    const { statusCode, json } = await upload(study.id, app)
    expect([statusCode, json().code]).toEqual([404, 'STUDY_NOT_FOUND'])
    expect(await api.db.$count(reports, eq(reports.studyId, study.id))).toBe(0)
    expect(await api.listFiles('reports').catch(() => [])).toEqual(before)
  })

  it('stay if the answer to the commit was lost', async () => {
    const study = await assignedStudy()
    const lossy = await openLossyDatabase(api.url)
    const { app } = await buildApp({ ...api, db: lossy.db })
    onTestFinished(async () => {
      await app.close()
      await lossy.close()
    })
    await app.ready()
    lossy.loseNextCommit()
    const answer = await upload(study.id, app)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'UNAVAILABLE'])
    const taken = await download(study.id, (await onlyReport(study.id)).id)
    expect([taken.statusCode, taken.rawPayload.equals(pdf)]).toEqual([200, true])
  })

  it('are reported as missing, and no download is recorded', async () => {
    const study = await assignedStudy()
    await upload(study.id)
    const report = await onlyReport(study.id)
    await api.storage.delete(report.objectKey)
    const answer = await download(study.id, report.id)
    const message = 'The file of this report is missing from storage. Please contact support.'
    expect([answer.statusCode, answer.json()]).toEqual([409, { success: false, code: 'FILE_MISSING', message }])
    const { workflowStatus } = (
      await api.request({ method: 'GET', url: `/api/documents/study/${study.id}/reports` }, cast.admin)
    ).json()
    expect(workflowStatus).toBe('report_finalized')
  })

  it('are refused with a clear error while the database is full, and accepted afterwards', async () => {
    const study = await assignedStudy()
    // PostgreSQL's error when it cannot extend a file.
    await api.asOwner(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
    await api.asOwner('create trigger no_room before insert on reports for each row execute function no_room()')
    const answer = await upload(study.id)
    await api.asOwner('drop function no_room cascade')
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'UNAVAILABLE'])
    expect(answer.headers['retry-after']).toBeDefined()
    expect(await api.db.$count(reports, eq(reports.studyId, study.id))).toBe(0)
    expect((await upload(study.id)).statusCode).toBe(200)
  })

  it('are refused with a clear error while the disk is full, and leave no partial file', async ({ skip }) => {
    const study = await assignedStudy()
    const disk = await openSmallDisk(65_536)
    if (!disk) return skip('needs the right to mount a small disk')
    onTestFinished(() => disk.close())
    const full = disk.dir
    await writeFile(join(full, 'others'), Buffer.alloc(1_000_000)).catch(() => {})
    const storage = createStorage({ driver: 'local', dir: full })
    const { app } = await buildApp({ ...api, storage })
    onTestFinished(() => app.close())
    await app.ready()
    const answer = await upload(study.id, app)
    const message = 'The file storage is not available at the moment. Please try again shortly.'
    expect([answer.statusCode, answer.json()]).toEqual([503, { success: false, code: 'STORAGE_UNAVAILABLE', message }])
    expect(await api.db.$count(reports, eq(reports.studyId, study.id))).toBe(0)
    const files = (await readdir(full, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    expect(files.map(({ name }) => name)).toEqual(['others'])
  })
})
