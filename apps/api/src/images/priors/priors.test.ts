import { studies } from '@readroom/db/studies/studies.schema'
import { createCast, createReport, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assignTo, createPatient, openingsOf, unassignAll } from '../../testing/priors.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { buildStudyZip } from '../../testing/zips.fixture.ts'

type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor' | 'otherDoctor'
type Study = Awaited<ReturnType<typeof createStudy>>

describe('priors', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  let current: Study
  let prior: Study

  beforeAll(async () => {
    api = await startTestApi()
  })
  beforeEach(async () => {
    cast = await createCast(api.db)
    const patientRowId = await createPatient(api, cast.labA.id, 'P1')
    const shared = { patientRowId, labId: cast.labA.id, patientId: 'P1', imageCount: 3 }
    current = await createStudy(api.db, { ...shared, studyDate: '2026-02-01', status: 'assigned_to_doctor' })
    prior = await createStudy(api.db, {
      ...shared,
      studyDate: '2024-02-01',
      status: 'report_finalized',
      description: 'CT thorax',
      modalities: ['CT'],
      reportedByDoctorId: cast.otherDoctor.doctorId,
    })
    await assignTo(api, cast, current.id, cast.assignedDoctor.doctorId)
  })
  afterAll(() => api.stop())

  const ask = (who: Who, method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    api.request({ method, url, ...(payload && { payload }) }, cast[who])
  const get = (who: Who, url: string) => ask(who, 'GET', url)
  const list = async (who: Who, studyId = current.id) => (await get(who, `/api/studies/${studyId}/priors`)).json()
  const ticket = (who: Who, payload: object) => ask(who, 'POST', '/api/auth/tickets', payload)
  const reportOf = async (studyId: string, status: 'draft' | 'finalized', version = 1) => {
    const { doctorId, userId: uploadedBy } = cast.otherDoctor
    const report = await createReport(api.db, { studyId, doctorId, uploadedBy, status, version })
    await api.storage.put(report.objectKey, Buffer.from('the report'), { contentType: 'application/pdf' })
    return report
  }
  const statusOf = async (studyId: string) => (await api.db.select().from(studies).where(eq(studies.id, studyId)))[0]?.status
  const byDoctor = () => [{ by: cast.assignedDoctor.userId, for: current.id }]

  it('are listed for accounts that see the current study', async () => {
    await reportOf(prior.id, 'finalized')
    const listed = {
      _id: prior.id,
      studyInstanceUID: prior.studyInstanceUid,
      studyDate: '2024-02-01',
      modality: 'CT',
      series: '0/3',
      description: 'CT thorax',
      workflowStatus: 'report_finalized',
      statusLabel: 'Report Finalized',
      ReportAvailable: true,
      reportedBy: 'Test doctor_account',
    }
    for (const who of ['admin', 'staffA', 'assignedDoctor'] as const) {
      expect((await list(who)).priors).toMatchObject([listed])
    }
    for (const who of ['staffB', 'otherDoctor'] as const) expect((await list(who)).code).toBe('STUDY_NOT_FOUND')
    expect((await list('assignedDoctor', prior.id)).code).toBe('STUDY_NOT_FOUND')
    expect((await list('admin', prior.id)).priors).toEqual([])
    expect(await openingsOf(api, prior.id)).toEqual([])
  })

  it("exclude other laboratories' studies with the same patient ID, and are empty without one", async () => {
    const elsewhere = await createPatient(api, cast.labB.id, 'P1')
    await createStudy(api.db, { patientRowId: elsewhere, labId: cast.labB.id, patientId: 'P1', studyDate: '2023-01-01' })
    expect((await list('admin')).priors).toHaveLength(1)
    const nameless = await createPatient(api, cast.labA.id, null)
    const [one, other] = [
      await createStudy(api.db, { patientRowId: nameless, labId: cast.labA.id }),
      await createStudy(api.db, { patientRowId: nameless, labId: cast.labA.id }),
    ]
    for (const { id } of [one, other]) expect((await list('staffA', id)).priors).toEqual([])
  })

  it('are empty for studies of no laboratory: equal patient IDs may be different people', async () => {
    const unknown = await createPatient(api, null, 'P1')
    const fields = { patientRowId: unknown, labId: null, patientId: 'P1' }
    const later = await createStudy(api.db, { ...fields, studyDate: '2026-02-01' })
    await createStudy(api.db, { ...fields, studyDate: '2024-02-01' })
    await assignTo(api, cast, later.id, cast.assignedDoctor.doctorId)
    for (const who of ['admin', 'assignedDoctor'] as const) expect((await list(who, later.id)).priors).toEqual([])
  })

  it('show their finished reports but no drafts, and no status changes', async () => {
    const draft = await reportOf(prior.id, 'draft')
    const finished = await reportOf(prior.id, 'finalized', 2)
    const root = `/api/documents/study/${prior.id}/reports`
    const shown = (await get('assignedDoctor', root)).json()
    expect(shown.reports.map(({ id }: { id: string }) => id)).toEqual([finished.id])
    expect((await get('assignedDoctor', `${root}/${draft.id}/download`)).json().code).toBe('REPORT_NOT_FOUND')
    expect((await ask('assignedDoctor', 'HEAD', `${root}/${finished.id}/download`)).statusCode).toBe(200)
    expect(await openingsOf(api, prior.id)).toEqual([])
    for (let times = 0; times < 2; times++) {
      expect((await get('assignedDoctor', `${root}/${finished.id}/download`)).body).toBe('the report')
    }
    expect(await openingsOf(api, prior.id)).toEqual(byDoctor())
    expect(await statusOf(prior.id)).toBe('report_finalized')
    await unassignAll(api, current.id)
    for (const url of [root, `${root}/${finished.id}/download`]) {
      expect((await get('assignedDoctor', url)).json().code).toBe('STUDY_NOT_FOUND')
    }
  })

  it('do not show a withdrawn report', async () => {
    const { id } = await reportOf(prior.id, 'finalized')
    await ask('admin', 'POST', '/api/admin/studies/unauthorize', { studyIds: [prior.id], reason: 'Wrong patient' })
    const root = `/api/documents/study/${prior.id}/reports`
    expect((await get('assignedDoctor', root)).json().reports).toEqual([])
    expect((await get('assignedDoctor', `${root}/${id}/download`)).json().code).toBe('REPORT_NOT_FOUND')
    expect((await list('assignedDoctor')).priors).toMatchObject([{ ReportAvailable: false, reportedBy: null }])
  })

  it('can be neither changed nor reached in other ways', async () => {
    const report = await reportOf(prior.id, 'finalized')
    const { doctorId } = cast.assignedDoctor
    const form = new FormData()
    form.set('file', new File(['%PDF-1.4'], 'report.pdf'))
    form.set('doctorId', doctorId)
    const encoded = new Response(form)
    const payload = Buffer.from(await encoded.arrayBuffer())
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
    const upload = { method: 'POST', url: `/api/documents/study/${prior.id}/upload`, payload, headers } as const
    const answers = [
      await get('assignedDoctor', `/api/studies/${prior.id}`),
      await api.request(upload, cast.assignedDoctor),
      await ask('assignedDoctor', 'DELETE', `/api/documents/study/${prior.id}/reports/${report.id}`),
      await get('assignedDoctor', `/api/studies/${prior.id}/discussions`),
      await ask('assignedDoctor', 'POST', `/api/studies/${prior.id}/discussions`, { comment: 'Hello' }),
      await ask('assignedDoctor', 'POST', '/api/sharing/generate-link', { studyId: prior.id }),
      await get('assignedDoctor', `/api/studies/${prior.id}/share-links`),
      await ask('assignedDoctor', 'PUT', `/api/admin/studies/${prior.studyInstanceUid}/interaction`, { action: 'ohif_opened' }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404))
    const bulk = await ask('assignedDoctor', 'POST', '/api/downloads/bulk', { studyIds: [prior.id] })
    expect(bulk.json().bulkZip).toBeNull()
    const listed = (await get('assignedDoctor', '/api/doctor/assigned-studies')).json()
    expect([listed.totalRecords, listed.data.length]).toEqual([1, 1])
    expect(await openingsOf(api, prior.id)).toEqual([])
  })

  it('have ZIPs for those who read their images: by download, by link and by desktop viewer', async () => {
    await buildStudyZip(api, prior)
    const direct = `/api/orthanc-download/study/${prior.orthancId}/download`
    expect((await ask('assignedDoctor', 'HEAD', direct)).statusCode).toBe(200)
    expect((await get('assignedDoctor', `/api/download/study/${prior.orthancId}/status`)).statusCode).toBe(200)
    expect(await openingsOf(api, prior.id)).toEqual([])
    expect((await get('assignedDoctor', direct)).body).toBe('the ZIP')
    expect(await openingsOf(api, prior.id)).toEqual(byDoctor())
    const { data } = (await get('assignedDoctor', `/api/download/study/${prior.orthancId}/r2-direct`)).json()
    const { ticket: launch } = (await ticket('assignedDoctor', { purpose: 'launch', studyId: prior.id })).json()
    const { url } = (await ticket('assignedDoctor', { purpose: 'download', studyId: prior.id })).json()
    const links = [new URL(data.downloadUrl).pathname, url, `/api/launch/${launch}`]
    for (const link of links.slice(0, 2)) expect((await api.request({ method: 'GET', url: link })).body).toBe('the ZIP')
    expect(await openingsOf(api, prior.id)).toEqual(byDoctor())
    await unassignAll(api, current.id)
    for (const link of links) expect((await api.request({ method: 'GET', url: link })).json().code).toBe('STUDY_NOT_FOUND')
    expect((await get('assignedDoctor', direct)).json().code).toBe('STUDY_NOT_FOUND')
  })

  it('open alone or beside the current study, by a ticket', async () => {
    const alone = (await ticket('assignedDoctor', { purpose: 'viewer', studyId: prior.id })).json()
    expect((await api.request({ method: 'HEAD', url: alone.url })).statusCode).toBe(302)
    expect(await openingsOf(api, prior.id)).toEqual([])
    const opened = await api.request({ method: 'GET', url: alone.url })
    expect(opened.headers.location).toBe(`/viewer-app/viewer?StudyInstanceUIDs=${prior.studyInstanceUid}`)
    expect(await openingsOf(api, prior.id)).toEqual(byDoctor())
    expect(await statusOf(prior.id)).toBe('report_finalized')
    const both = (await ticket('assignedDoctor', { purpose: 'viewer', studyId: current.id, priorId: prior.id })).json()
    const compared = await api.request({ method: 'GET', url: both.url })
    const uids = `${current.studyInstanceUid},${prior.studyInstanceUid}`
    expect(compared.headers.location).toBe(
      `/viewer-app/viewer?StudyInstanceUIDs=${uids}&hangingprotocolId=@ohif/hpCompare&stageId=2x1`,
    )
    expect(compared.cookies).toHaveLength(1)
  })

  it('are the only studies that a ticket compares with', async () => {
    const stranger = await createStudy(api.db, { labId: cast.labA.id })
    const code = async (payload: object) => (await ticket('assignedDoctor', payload)).json().code
    expect(await code({ purpose: 'viewer', studyId: current.id, priorId: stranger.id })).toBe('STUDY_NOT_FOUND')
    expect(await code({ purpose: 'viewer', studyId: prior.id, priorId: current.id })).toBe('STUDY_NOT_FOUND')
    expect(await code({ purpose: 'viewer', studyId: current.id, priorId: current.id })).toBe('STUDY_NOT_FOUND')
    expect(await code({ purpose: 'launch', studyId: current.id, priorId: prior.id })).toBe('BAD_REQUEST')
    const { url } = (await ticket('admin', { purpose: 'viewer', studyId: current.id })).json()
    const forged = await api.request({ method: 'GET', url: `${url}&priorId=${stranger.id}` })
    expect([forged.statusCode, forged.json().code]).toEqual([404, 'STUDY_NOT_FOUND'])
    await createStudy(api.db, { studyInstanceUid: prior.studyInstanceUid })
    expect(await code({ purpose: 'viewer', studyId: current.id, priorId: prior.id })).toBe('STUDY_UID_AMBIGUOUS')
  })

  it('can be opened by two accounts at once without a deadlock', async () => {
    const { doctorId } = cast.otherDoctor
    await assignTo(api, cast, current.id, doctorId)
    const report = await reportOf(prior.id, 'finalized')
    const url = `/api/documents/study/${prior.id}/reports/${report.id}/download`
    const who = ['assignedDoctor', 'otherDoctor', 'assignedDoctor', 'otherDoctor'] as const
    const answers = await Promise.all(who.map((one) => get(one, url)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(await openingsOf(api, prior.id)).toHaveLength(2)
  })
})
