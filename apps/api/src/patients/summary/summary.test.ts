import { randomUUID } from 'node:crypto'
import type { StudySummary } from '@readroom/contracts/patients/summary'
import { users } from '@readroom/db/access/accounts.schema'
import { readPatientData } from '@readroom/db/privacy/privacy-export'
import { escalationMessages, escalations } from '@readroom/db/studies/escalations/escalations.schema'
import { series } from '@readroom/db/studies/series.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createAssignment, createCast, createStudy, newOrthancId, newUid } from '@readroom/db/testing/factories'
import { patientOfImages } from '@readroom/domain/patients/patients'
import { setLocation } from '@readroom/domain/people/locations'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { form } from '../../testing/examples/example.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { buildStudyZip } from '../../testing/zips.fixture.ts'

const everybody = ['admin', 'staffA', 'staffB', 'assignedDoctor', 'otherDoctor'] as const
type Who = (typeof everybody)[number]

const names: Record<Who, string> = {
  admin: 'Helen Marsh',
  staffA: 'Mei Tanaka',
  staffB: 'Bo Other',
  assignedDoctor: 'Padraig Nolan',
  otherDoctor: 'Christian Bergström',
}
const pdf = '%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n'
const iso = expect.stringMatching(/^\d{4}-.*Z$/)

const identity = { name: 'Nguyễn Thị Hồng Ánh', birthDate: null, sex: null }

describe('study summary', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
    for (const who of everybody) await api.db.update(users).set({ fullName: names[who] }).where(eq(users.id, cast[who].userId))
  })
  afterAll(() => api.stop())

  const newId = () => `RH-${randomUUID()}`

  async function makeStudy(patientId: string | null, fields: object = {}, labId = cast.labA.id) {
    const [, patientRowId] = await api.db.transaction((tx) => patientOfImages(tx, { labId, patientId, identity }))
    return createStudy(api.db, { labId, patientRowId, patientId, patientName: 'Nguyễn Thị Hồng Ánh', ...fields })
  }

  const read = (who: Who, patientId: string, studyId?: string) => {
    const query = studyId ? `?studyId=${studyId}` : ''
    return api.request({ method: 'GET', url: `/api/patients/${encodeURIComponent(patientId)}${query}` }, cast[who])
  }
  async function summaryOf(who: Who, patientId: string, studyId?: string): Promise<StudySummary> {
    const answer = await read(who, patientId, studyId)
    expect(answer.json()).toMatchObject({ success: true })
    return answer.json().data
  }
  async function send(who: Who, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
    const answer = await api.request({ method, url, ...(payload && { payload }) }, cast[who])
    expect(answer.statusCode, answer.body).toBe(200)
    return answer
  }

  const give = (doctor: 'assignedDoctor' | 'otherDoctor', studyId: string, verb: 'assign' | 'unassign') =>
    send('admin', 'POST', `/api/admin/studies/${studyId}/${verb}`, { doctorId: cast[doctor].doctorId })

  async function report(studyId: string, reportStatus: 'draft' | 'finalized', afterVersion = 0): Promise<string> {
    const fields = { doctorId: cast.otherDoctor.doctorId, reportStatus, afterVersion: String(afterVersion) }
    const file = new File([pdf], 'report.pdf')
    const request = await form('POST', `/api/documents/study/${studyId}/upload`, { file, ...fields })
    const answer = await api.request(request, cast.otherDoctor)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().report.id
  }
  const take = (who: Who, studyId: string, reportId: string) =>
    send(who, 'GET', `/api/documents/study/${studyId}/reports/${reportId}/download`)

  async function takeImages(who: Who, study: { id: string; orthancId: string; generation: number }) {
    await buildStudyZip(api, study)
    const { data } = (await send(who, 'GET', `/api/download/study/${study.orthancId}/r2-direct`)).json()
    await send(who, 'GET', new URL(data.downloadUrl).pathname)
  }

  async function edit(patientId: string, studyId: string, groups: object) {
    const url = `/api/labEdit/patients/${patientId}?studyId=${studyId}`
    const { version } = (await send('staffA', 'GET', url)).json().data
    await send('staffA', 'PUT', url, { version, ...groups })
  }

  const stepsOf = ({ course }: StudySummary) => course.map(({ step, by, doctorName }) => [step, doctorName ?? by])

  it('is empty for things that have not happened', async () => {
    const id = newId()
    const study = await makeStudy(id, {
      description: 'CT Chest',
      patientSex: 'F',
      modalities: ['CT'],
      imageCount: 3,
      seriesCount: 1,
    })
    const { course, ...summary } = await summaryOf('staffA', id)
    expect(course).toEqual([])
    expect(summary).toMatchObject({
      patientInfo: { fullName: 'Nguyễn Thị Hồng Ánh', patientId: id, ageGender: 'N/A / F' },
      studyInfo: {
        studyId: study.id,
        examDescription: 'CT Chest',
        location: cast.labA.name,
        accessionNumber: null,
        referredBy: null,
      },
      clinicalInfo: { clinicalHistory: '', previousInjury: '', previousSurgery: '' },
      latestAssignedDoctorDetails: null,
      preProcessedDownload: { zipStatus: 'none' },
      assignments: [],
      currentAssignments: [],
      assignmentChain: [],
      downloadHistory: [],
      reportDownloadHistory: [],
      reportedInfo: {
        cycle: 1,
        readyAt: null,
        reportedBy: null,
        reportedAt: null,
        turnaroundMinutes: null,
        diffAssignAndReportTAT: null,
        ReportAvailable: false,
      },
      earlierCycles: [],
      dispatches: [],
      examDescriptionChanges: [],
      recordChanges: null,
      series: [],
    })
  })

  it("lists the series by number, with the scanner's values", async () => {
    const id = newId()
    const { id: studyId } = await makeStudy(id)
    const made = (fields: object) => ({
      studyId,
      orthancId: newOrthancId(),
      seriesInstanceUid: newUid(),
      imageCount: 2,
      ...fields,
    })
    const said = { seriesDate: '2025-11-20', seriesTime: '21:16:00', bodyPart: 'BREAST', patientPosition: 'HFS' }
    await api.db.insert(series).values([made({ seriesNumber: 2 }), made({ seriesNumber: 1, description: 'L CC', ...said })])
    const nothing = { seriesDescription: null, seriesDate: null, seriesTime: null, bodyPart: null, patientPosition: null }
    expect((await summaryOf('staffA', id)).series).toMatchObject([
      { seriesNumber: 1, seriesDescription: 'L CC', ...said, numberOfImages: 2 },
      { seriesNumber: 2, ...nothing, numberOfImages: 2 },
    ])
  })

  it('is visible with a visible study, and found as N/A for a patient without an ID', async () => {
    const id = newId()
    const [study, nameless] = [await makeStudy(id), await makeStudy(null)]
    await createAssignment(api.db, { studyId: study.id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
    for (const who of ['admin', 'staffA', 'assignedDoctor'] as const)
      expect((await summaryOf(who, id)).studyInfo.studyId).toBe(study.id)
    for (const who of ['staffB', 'otherDoctor'] as const) {
      const hidden = await read(who, id, study.id)
      expect([hidden.statusCode, hidden.json().code]).toEqual([404, 'PATIENT_NOT_FOUND'])
      expect(hidden.body).toBe((await read(who, 'RH-NONE')).body)
    }
    expect((await summaryOf('staffA', 'N/A', nameless.id)).patientInfo.patientId).toBeNull()
    await makeStudy(id, {}, cast.labB.id)
    expect((await read('admin', id)).json().code).toBe('PATIENT_AMBIGUOUS')
    expect((await summaryOf('staffA', id)).studyInfo.studyId).toBe(study.id)
  })

  /** Assigns, reassigns, opens, drafts, finalizes, downloads, dispatches, edits, withdraws and finalizes again. */
  async function wholeHistory() {
    const id = newId()
    const study = await makeStudy(id, { description: 'Breast', imageCount: 3, generation: 1, settledAt: new Date() })
    const { id: studyId, studyInstanceUid } = study
    await give('assignedDoctor', studyId, 'assign')
    await give('otherDoctor', studyId, 'assign')
    await give('assignedDoctor', studyId, 'unassign')
    await takeImages('otherDoctor', study)
    for (let looks = 0; looks < 3; looks++)
      await send('otherDoctor', 'PUT', `/api/admin/studies/${studyInstanceUid}/interaction`, { action: 'ohif_opened' })
    const draftId = await report(studyId, 'draft')
    await take('admin', studyId, draftId)
    const finalId = await report(studyId, 'finalized', 1)
    await take('staffA', studyId, finalId)
    const recipient = { email: 'dr.lund@hospital.example', recipientName: 'Dr Lund' }
    await send('admin', 'POST', '/api/admin/studies/dispatch', { studyIds: [studyId], ...recipient })
    await edit(id, studyId, { studyInfo: { examDescription: 'Mammography left' }, patientInfo: { gender: 'F' } })
    await edit(id, studyId, { priorityInfo: { priorityLevel: 'HIGH' }, clinicalInfo: { clinicalHistory: 'Lump' } })
    await send('admin', 'POST', '/api/admin/studies/unauthorize', { studyIds: [studyId], reason: 'Wrong side' })
    await report(studyId, 'finalized', 2)
    return { id, studyId, finalId }
  }

  it('shows each role its part of a whole history', async () => {
    const { id, studyId } = await wholeHistory()
    const summary = await summaryOf('admin', id, studyId)
    const course = [
      ['assigned', 'Padraig Nolan'],
      ['readerAdded', 'Christian Bergström'],
      ['imagesDownloaded', 'Christian Bergström'],
      ['opened', 'Christian Bergström'],
      ['drafted', 'Christian Bergström'],
      ['finalized', 'Christian Bergström'],
      ['reportDownloaded', 'Mei Tanaka'],
      ['dispatched', 'Helen Marsh'],
      ['withdrawn', 'Helen Marsh'],
      ['finalized', 'Christian Bergström'],
    ]
    expect(stepsOf(summary)).toEqual(course)
    const [nolan, bergstrom] = [{ doctorName: 'Padraig Nolan' }, { doctorName: 'Christian Bergström' }]
    const known = { specialization: 'Radiology', assignedBy: 'Helen Marsh', assignedAt: iso }
    expect(summary).toMatchObject({
      assignments: [
        { assignmentNo: 2, ...bergstrom, ...known, isActive: true },
        { assignmentNo: 1, ...nolan, ...known, isActive: false },
      ],
      currentAssignments: [{ assignmentNo: 2, ...bergstrom }],
      latestAssignedDoctorDetails: {
        _id: cast.otherDoctor.doctorId,
        fullName: 'Christian Bergström',
        specialization: 'Radiology',
        assignedAt: iso,
        email: expect.stringContaining('@'),
      },
      assignmentChain: [
        { ...nolan, assignedAt: iso, isActive: false },
        { ...bergstrom, assignedAt: iso, isActive: true },
      ],
      downloadHistory: [{ userName: 'Christian Bergström', downloadedAt: iso }],
      reportDownloadHistory: [
        { userName: 'Mei Tanaka', downloadedAt: iso },
        { userName: 'Helen Marsh', downloadedAt: iso },
      ],
      reportedInfo: { cycle: 2, reportedBy: 'Christian Bergström', reportedAt: iso, turnaroundMinutes: 0, ReportAvailable: true },
      earlierCycles: [{ cycle: 1, reportedBy: 'Christian Bergström', reportedAt: iso, diffAssignAndReportTAT: 0 }],
      dispatches: [
        { recipientName: 'Dr Lund', email: 'dr.lund@hospital.example', dispatchedBy: 'Helen Marsh', dispatchedAt: iso },
      ],
      examDescriptionChanges: [{ before: 'Breast', after: 'Mammography left', changedBy: 'Mei Tanaka', changedAt: iso }],
    })
    const changes = summary.recordChanges?.map(({ field, before, after, changedBy }) => [field, before, after, changedBy])
    expect(changes?.toSorted()).toEqual([
      ['clinicalHistory', null, 'Lump', 'Mei Tanaka'],
      ['examDescription', 'Breast', 'Mammography left', 'Mei Tanaka'],
      ['gender', null, 'F', 'Mei Tanaka'],
      ['priorityLevel', 'NORMAL', 'HIGH', 'Mei Tanaka'],
    ])

    const doctors = await summaryOf('otherDoctor', id, studyId)
    expect([stepsOf(doctors), doctors.recordChanges]).toEqual([course, null])
    const labs = await summaryOf('staffA', id, studyId)
    expect([stepsOf(labs), labs.recordChanges]).toEqual([course.filter(([step]) => step !== 'drafted'), null])
    expect(labs.reportDownloadHistory).toMatchObject([{ userName: 'Mei Tanaka' }])
    for (const { dispatches } of [doctors, labs]) expect(dispatches).toMatchObject([{ recipientName: 'Dr Lund', email: null }])
    for (const told of [doctors, labs]) expect(JSON.stringify(told)).not.toMatch(/@/)
    expect((await read('assignedDoctor', id, studyId)).statusCode).toBe(404)
  })

  it('shows who was told of a deadline to administrators and doctors, and addresses to administrators', async () => {
    const id = newId()
    const study = await makeStudy(id)
    await give('assignedDoctor', study.id, 'assign')
    const [step] = await api.db
      .insert(escalations)
      .values([
        { studyId: study.id, cycle: 1, step: 'deadline', passedOver: false },
        { studyId: study.id, cycle: 1, step: 'warning', passedOver: true },
      ])
      .returning()
    const ofStep = { escalationId: step?.id ?? '' }
    await api.db.insert(escalationMessages).values([
      { ...ofStep, way: 'live', userId: cast.assignedDoctor.userId },
      { ...ofStep, way: 'email', userId: cast.admin.userId },
      { ...ofStep, way: 'email', address: 'desk@clinic.example' },
    ])
    const toldOf = async (who: Who) =>
      (await summaryOf(who, id, study.id)).course.flatMap(({ escalation }) => (escalation ? [escalation] : []))
    const told = { step: 'deadline', live: ['Padraig Nolan'], emailedAt: iso }
    expect(await toldOf('admin')).toEqual([{ ...told, emailed: ['Helen Marsh', 'desk@clinic.example'] }])
    expect(await toldOf('assignedDoctor')).toEqual([{ ...told, emailed: ['Helen Marsh'] }])
    expect(await toldOf('staffA')).toEqual([])
  })

  it('shows a change to the patient in all their studies, and a change to a study only there', async () => {
    const id = newId()
    const [one, two] = [await makeStudy(id, { description: 'CT' }), await makeStudy(id, { description: 'XR' })]
    await edit(id, one.id, { patientInfo: { gender: 'F' }, studyInfo: { examDescription: 'CT Head' } })
    const fieldsOf = async (studyId: string) =>
      (await summaryOf('admin', id, studyId)).recordChanges?.map(({ field }) => field).toSorted()
    expect(await fieldsOf(one.id)).toEqual(['examDescription', 'gender'])
    expect(await fieldsOf(two.id)).toEqual(['gender'])
    expect((await summaryOf('staffA', id, two.id)).examDescriptionChanges).toEqual([])
  })

  it('shows and exports no change to a patient whom the study was taken from', async () => {
    const id = newId()
    const { id: studyId } = await makeStudy(id)
    await edit(id, studyId, { patientInfo: { contactPhone: '0151 4711' }, studyInfo: { examDescription: 'CT Head' } })
    const move = (locationId: string) =>
      api.db.transaction((tx) => setLocation(tx, cast.admin, { studyId, locationId, others: false }))
    const fieldsOf = async () => (await summaryOf('admin', id, studyId)).recordChanges?.map(({ field }) => field).toSorted()
    async function exported() {
      const [study] = await api.db.select().from(studies).where(eq(studies.id, studyId))
      return JSON.stringify(await readPatientData(api.db, study?.patientRowId ?? ''))
    }
    expect(await fieldsOf()).toEqual(['contactPhone', 'examDescription'])
    await move(cast.labB.id)
    expect(await fieldsOf()).toEqual(['examDescription'])
    expect(await exported()).toContain('CT Head')
    expect(await exported()).not.toContain('0151 4711')
    await move(cast.labA.id)
    expect(await fieldsOf()).toEqual(['contactPhone', 'examDescription'])
    expect((await exported()).split('0151 4711')).toHaveLength(3)
  })

  it('counts minutes from ready and from the assignment to the first report of each cycle', async () => {
    const id = newId()
    const { id: studyId } = await makeStudy(id, { status: 'report_finalized' })
    const { doctorId, userId: actorUserId } = cast.assignedDoctor
    const event = (name: typeof studyEventLog.$inferInsert.event, time: string, more: object = {}) => ({
      studyId,
      event: name,
      toStatus: 'report_finalized' as const,
      at: new Date(`2025-11-20T${time}Z`),
      ...more,
    })
    const reported = { actorUserId, details: { doctorId } }
    await api.db
      .insert(studyEventLog)
      .values([
        event('received', '21:16:00'),
        event('settled', '21:20:00'),
        event('assigned', '21:32:00', { actorUserId: cast.admin.userId, details: { doctorId } }),
        event('finalized', '23:05:59', reported),
        event('finalized', '23:30:00', reported),
        event('reset', '23:40:00', { actorUserId: cast.admin.userId, details: { withdrawn: false } }),
        event('finalized', '23:51:00', reported),
      ])
    const { course, reportedInfo, earlierCycles } = await summaryOf('staffA', id)
    expect(course[0]).toMatchObject({ step: 'received', by: cast.labA.name, byRole: null })
    expect(course.map(({ step }) => step)).toEqual(['received', 'assigned', 'finalized', 'finalized', 'reset', 'finalized'])
    expect(reportedInfo).toMatchObject({
      cycle: 2,
      readyAt: '2025-11-20T23:40:00.000Z',
      reportedAt: '2025-11-20T23:51:00.000Z',
      reportedBy: 'Padraig Nolan',
      turnaroundMinutes: 11,
      diffAssignAndReportTAT: 11,
    })
    expect(earlierCycles).toMatchObject([
      { cycle: 1, reportedAt: '2025-11-20T23:05:59.000Z', turnaroundMinutes: 105, diffAssignAndReportTAT: 93 },
    ])
  })
})
