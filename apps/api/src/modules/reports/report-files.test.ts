import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reports } from '@readroom/db/schema/reports'
import { assignments } from '@readroom/db/schema/studies'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { openSmallDisk } from '@readroom/local/small-disk'
import { createStorage } from '@readroom/storage/create-storage'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../app.ts'
import { openLossyDatabase } from '../../testing/lossy-database.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n')

describe('the files of reports', () => {
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

  it('are kept nowhere where the doctor loses the study while the file is on its way', async () => {
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

  it('stay with a report whose commit was answered to nobody', async () => {
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

  it('are said to be missing where they are, and nobody is recorded as having taken them', async () => {
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

  it('are refused in words while the database has no room, and are taken afterwards', async () => {
    const study = await assignedStudy()
    // What PostgreSQL says when it cannot extend a file.
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

  it('are refused in words while the disk is full, and nothing half is kept', async ({ skip }) => {
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
