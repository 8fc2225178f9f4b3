import type { ReportStatus } from '@readroom/contracts/reports/reports'
import { reports } from '@readroom/db/reports/reports.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signAs } from '../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n')

describe('report', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor' | 'otherDoctor'

  async function assignedStudy() {
    const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor' })
    await createAssignment(api.db, { studyId: study.id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
    return study
  }

  async function upload(
    who: Who,
    studyId: string,
    options: { status?: ReportStatus; name?: string; bytes?: Buffer; doctorId?: string; afterVersion?: number } = {},
  ) {
    const { status = 'draft', name = 'report.pdf', bytes = pdf, doctorId = cast.assignedDoctor.doctorId } = options
    const form = new FormData()
    form.set('file', new File([new Uint8Array(bytes)], name))
    form.set('doctorId', doctorId)
    form.set('reportStatus', status)
    if (options.afterVersion !== undefined) form.set('afterVersion', String(options.afterVersion))
    return sendForm(who, studyId, form)
  }

  async function sendForm(who: Who, studyId: string, form: FormData) {
    const request = new Request('http://localhost/', { method: 'POST', body: form })
    return api.request(
      {
        method: 'POST',
        url: `/api/documents/study/${studyId}/upload`,
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
        payload: Buffer.from(await request.arrayBuffer()),
      },
      cast[who],
    )
  }

  const path = (studyId: string, reportId: string) => `/api/documents/study/${studyId}/reports/${reportId}`
  const download = (who: Who, studyId: string, reportId: string) =>
    api.request({ method: 'GET', url: `${path(studyId, reportId)}/download` }, cast[who])
  const remove = (who: Who, studyId: string, reportId: string) =>
    api.request({ method: 'DELETE', url: path(studyId, reportId) }, cast[who])
  const list = async (who: Who, studyId: string) =>
    (await api.request({ method: 'GET', url: `/api/documents/study/${studyId}/reports` }, cast[who])).json()
  const statusOf = async (studyId: string) => (await api.db.select().from(studies).where(eq(studies.id, studyId)))[0]?.status

  it('goes from draft to delivered, and each reader gets identical bytes', async () => {
    const study = await assignedStudy()
    const draft = (await upload('assignedDoctor', study.id)).json()
    expect(draft).toMatchObject({ message: 'Report uploaded successfully!', report: { reportStatus: 'draft', canDelete: true } })
    expect(await statusOf(study.id)).toBe('report_drafted')

    const final = (await upload('assignedDoctor', study.id, { status: 'finalized', name: 'Бефунд "1".pdf' })).json().report
    expect(await statusOf(study.id)).toBe('report_finalized')

    const taken = await download('assignedDoctor', study.id, final.id)
    expect(taken.rawPayload.equals(pdf)).toBe(true)
    expect(taken.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
    expect(taken.headers['content-disposition']).toMatch(/^attachment;.*filename\*=UTF-8''%D0%91/)
    expect(await statusOf(study.id)).toBe('report_downloaded_radiologist')
    await download('admin', study.id, final.id)
    expect(await statusOf(study.id)).toBe('report_downloaded')
    await download('staffA', study.id, final.id)
    expect(await statusOf(study.id)).toBe('final_report_downloaded')
    await download('assignedDoctor', study.id, final.id)
    expect(await statusOf(study.id)).toBe('final_report_downloaded')
  })

  it('shows downloads: all to administrators and its doctor, their own to laboratory staff, none to another doctor', async () => {
    const study = await assignedStudy()
    const { report } = (await upload('assignedDoctor', study.id, { status: 'finalized' })).json()
    for (const who of ['admin', 'staffA', 'assignedDoctor'] as const) await download(who, study.id, report.id)
    const takers = async (who: Who) => {
      const [first] = (await list(who, study.id)).reports
      expect(first).toMatchObject({ index: 1, version: 1 })
      return first.downloads.map(({ userName }: { userName: string }) => userName)
    }
    const everybody = ['Test doctor_account', 'Test lab_staff', 'Test admin']
    expect([await takers('admin'), await takers('assignedDoctor')]).toEqual([everybody, everybody])
    expect(await takers('staffA')).toEqual(['Test lab_staff'])
    await createAssignment(api.db, { studyId: study.id, doctorId: cast.otherDoctor.doctorId, assignedBy: cast.admin.userId })
    expect(await takers('otherDoctor')).toEqual([])
  })

  it('hides drafts from the laboratory, and downloading one does not complete the study', async () => {
    const study = await assignedStudy()
    const { report } = (await upload('assignedDoctor', study.id)).json()
    expect((await list('staffA', study.id)).reports).toEqual([])
    expect((await download('staffA', study.id, report.id)).statusCode).toBe(404)
    expect((await download('admin', study.id, report.id)).statusCode).toBe(200)
    expect(await statusOf(study.id)).toBe('report_drafted')
  })

  it('is uploaded by an administrator for an assigned doctor, and by doctors only for themselves', async () => {
    const study = await assignedStudy()
    expect((await upload('admin', study.id, { doctorId: cast.otherDoctor.doctorId })).json().code).toBe('DOCTOR_NOT_ASSIGNED')
    expect((await upload('assignedDoctor', study.id, { doctorId: cast.otherDoctor.doctorId })).json().code).toBe('FORBIDDEN')
    await upload('admin', study.id, { status: 'finalized' })
    expect(await statusOf(study.id)).toBe('report_uploaded')
    expect((await list('admin', study.id)).studyInfo.reportInfo.reporterName).toBe('Test doctor_account')
  })

  it('is deleted by its uploader while it is a draft, and by nobody later', async () => {
    const study = await assignedStudy()
    const draft = (await upload('assignedDoctor', study.id)).json().report
    expect((await remove('admin', study.id, draft.id)).statusCode).toBe(403)
    expect((await remove('assignedDoctor', study.id, draft.id)).statusCode).toBe(200)
    expect(await statusOf(study.id)).toBe('report_in_progress')
    expect((await download('assignedDoctor', study.id, draft.id)).statusCode).toBe(404)
    const final = (await upload('assignedDoctor', study.id, { status: 'finalized' })).json().report
    expect((await remove('assignedDoctor', study.id, final.id)).json().code).toBe('REPORT_FINALIZED')
  })

  it('is finalized once by ten simultaneous uploads; the others are refused and keep no file', async () => {
    const study = await assignedStudy()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        upload('assignedDoctor', study.id, { status: 'finalized', name: `report-${index}.pdf`, afterVersion: 0 }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('REPORT_SUPERSEDED')
    expect(await api.db.$count(reports, eq(reports.studyId, study.id))).toBe(1)
    expect((await api.listFiles('reports')).length).toBe(await api.db.$count(reports))
    const next = await upload('assignedDoctor', study.id, { status: 'finalized', afterVersion: 1 })
    expect(next.json().report).toMatchObject({ version: 2 })
  })

  it.each(['draft', 'finalized'] as const)('is refused as %s after an upload that its uploader has not seen', async (status) => {
    const study = await assignedStudy()
    const { report } = (await upload('admin', study.id)).json()
    const unseen = await upload('assignedDoctor', study.id, { status, afterVersion: 0 })
    expect(unseen.json()).toMatchObject({
      code: 'REPORT_SUPERSEDED',
      message: 'Another report was uploaded or signed in the meantime. Read it before you upload yours.',
    })
    expect((await list('admin', study.id)).totalReports).toBe(1)
    const seen = await upload('assignedDoctor', study.id, { status, afterVersion: report.version })
    expect(seen.json().report).toMatchObject({ version: 2 })
  })

  it('is refused after a preliminary report that its uploader has not seen', async () => {
    const study = await assignedStudy()
    await signAs(api, cast.assignedDoctor, study.id, { meaning: 'preliminary' })
    const unseen = await upload('admin', study.id, { status: 'finalized', afterVersion: 0 })
    expect(unseen.json().code).toBe('REPORT_SUPERSEDED')
  })

  it('is not refused after a draft that was deleted', async () => {
    const study = await assignedStudy()
    const { report } = (await upload('admin', study.id)).json()
    await remove('admin', study.id, report.id)
    expect((await upload('assignedDoctor', study.id, { afterVersion: 0 })).statusCode).toBe(200)
  })

  it.each(['draft', 'finalized'] as const)(
    'is stored once as %s if its uploader repeats it after a lost answer',
    async (status) => {
      const study = await assignedStudy()
      const filesBefore = (await api.listFiles('reports')).length
      const first = (await upload('assignedDoctor', study.id, { status, afterVersion: 0 })).json()
      const second = (await upload('assignedDoctor', study.id, { status, afterVersion: 0 })).json()
      expect(second).toEqual(first)
      expect((await list('assignedDoctor', study.id)).totalReports).toBe(1)
      expect(await api.listFiles('reports')).toHaveLength(filesBefore + 1)
    },
  )

  it('is refused if its uploader repeats it after it was withdrawn', async () => {
    const study = await assignedStudy()
    await upload('assignedDoctor', study.id, { status: 'finalized', afterVersion: 0 })
    const payload = { studyIds: [study.id], reason: 'wrong patient' }
    await api.request({ method: 'POST', url: '/api/admin/studies/unauthorize', payload }, cast.admin)
    const repeated = await upload('assignedDoctor', study.id, { status: 'finalized', afterVersion: 0 })
    expect(repeated.json().code).toBe('REPORT_SUPERSEDED')
  })

  it('leaves the status "drafted" when its only draft is deleted', async () => {
    const study = await assignedStudy()
    await upload('assignedDoctor', study.id, { status: 'finalized' })
    const payload = { studyIds: [study.id], reason: 'wrong patient' }
    await api.request({ method: 'POST', url: '/api/admin/studies/unauthorize', payload }, cast.admin)
    const draft = (await upload('assignedDoctor', study.id)).json().report
    expect(await statusOf(study.id)).toBe('report_drafted')
    await remove('assignedDoctor', study.id, draft.id)
    expect(await statusOf(study.id)).toBe('report_in_progress')
  })

  it('is not hidden by a later draft', async () => {
    const study = await assignedStudy()
    await upload('assignedDoctor', study.id, { status: 'finalized' })
    expect((await upload('assignedDoctor', study.id)).json()).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the study is in status "Report Finalized".',
    })
    expect((await list('assignedDoctor', study.id)).totalReports).toBe(1)
  })

  it('is refused if too large, of another type, empty or incomplete, and nothing is stored', async () => {
    const study = await assignedStudy()
    const refused = [
      await upload('assignedDoctor', study.id, { bytes: Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]) }),
      await upload('assignedDoctor', study.id, { name: 'report.exe' }),
      await upload('assignedDoctor', study.id, { name: 'report.docx' }),
      await upload('assignedDoctor', study.id, { name: 'script.txt', bytes: Buffer.from([0x4d, 0x5a, 0, 1]) }),
      await upload('assignedDoctor', study.id, { bytes: Buffer.alloc(0) }),
      await sendForm('assignedDoctor', study.id, new FormData()),
    ]
    expect(refused.map((answer) => answer.statusCode)).toEqual([413, 415, 415, 415, 415, 400])
    expect(await api.db.$count(reports, eq(reports.studyId, study.id))).toBe(0)
    expect(await statusOf(study.id)).toBe('assigned_to_doctor')
  })

  it('cannot be uploaded after the doctor lost the study', async () => {
    const study = await createStudy(api.db, { labId: cast.labA.id, status: 'pending_assignment' })
    expect((await upload('assignedDoctor', study.id)).statusCode).toBe(404)
  })
})
