import { users } from '@readroom/db/access/accounts.schema'
import { labs } from '@readroom/db/people/labs.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createAssignment, createCast, createLab, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor' | 'otherDoctor'

const at = (text: string) => new Date(`2026-03-${text}Z`)

describe('turnaround report', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi({ env: { CLINIC_TIME_ZONE: 'Europe/Berlin' } })
  })
  // New data for each test, because administrators count everything.
  beforeEach(async () => {
    await api.asOwner('delete from assignments; delete from studies')
    cast = await createCast(api.db)
    await api.db.update(users).set({ fullName: 'Dr Ines Carvalho' }).where(eq(users.id, cast.assignedDoctor.userId))
    await api.db.update(users).set({ fullName: 'Dr Samuel Øster' }).where(eq(users.id, cast.otherDoctor.userId))
  })
  afterAll(() => api.stop())

  const ask = (who: Who, path: string) => api.request({ method: 'GET', url: `/api/tat/${path}` }, cast[who])
  const report = async (who: Who, query = '') => {
    const answer = await ask(who, `report?${query}`)
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
  const idsOf = async (who: Who, query = '') =>
    (await report(who, query)).studies.map(({ patientId }: { patientId: string }) => patientId)
  const counts = async (who: Who, query = '') => {
    const { doctors } = (await ask(who, `doctors?${query}`)).json()
    return Object.fromEntries(doctors.map(({ label, studies: n }: { label: string; studies: number }) => [label, n]))
  }

  /** Makes a study that was reported by an assigned doctor. */
  async function reported(patientId: string, fields: Parameters<typeof createStudy>[1] = {}, by: Who = 'assignedDoctor') {
    const { doctorId } = by === 'otherDoctor' ? cast.otherDoctor : cast.assignedDoctor
    const study = await createStudy(api.db, {
      patientId,
      labId: cast.labA.id,
      status: 'report_finalized',
      receivedAt: at('10T08:00:00'),
      firstAssignedAt: at('10T08:30:30'),
      assignedAt: at('10T08:30:30'),
      reportedAt: at('10T10:00:10'),
      reportedByDoctorId: doctorId,
      ...fields,
    })
    await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
    return study
  }

  it('shows the specified columns, each figure in whole minutes between two of its dates', async () => {
    await reported('P-1', {
      patientName: 'Ada Phantom',
      patientSex: 'F',
      referringPhysician: 'Dr Grey',
      accessionNumber: 'ACC-1',
      studyDate: '2026-03-09',
      description: 'CT head',
      modalities: ['CT', 'SR'],
      seriesCount: 2,
      imageCount: 31,
      caseFlags: ['billedStudy'],
    })
    const { studies: rows, summary, pagination } = await report('admin')
    expect(rows).toMatchObject([
      {
        studyStatus: 'report_finalized',
        patientId: 'P-1',
        patientName: 'Ada Phantom',
        gender: 'F',
        referredBy: 'Dr Grey',
        accessionNumber: 'ACC-1',
        studyDescription: 'CT head',
        modality: 'CT, SR',
        series_Images: '2/31',
        institutionName: cast.labA.name,
        billedOnStudyDate: '2026-03-09',
        studyDate: '2026-03-09',
        uploadDate: '2026-03-10T08:00:00.000Z',
        assignedDate: '2026-03-10T08:30:30.000Z',
        openedDate: null,
        reportDate: '2026-03-10T10:00:10.000Z',
        reportedBy: 'Dr Ines Carvalho',
        uploadedById: cast.assignedDoctor.doctorId,
        assignedDoctorId: cast.assignedDoctor.doctorId,
        fullTatDetails: {
          uploadToAssignmentTAT: 30,
          assignmentToReportTATFormatted: 89,
          uploadToReportTATFormatted: 120,
          cycles: [{ startDate: '2026-03-10T08:00:00.000Z', reportDate: '2026-03-10T10:00:10.000Z', startToReportTAT: 120 }],
        },
      },
    ])
    expect(summary).toEqual({ studies: 1, reported: 1, open: 0 })
    expect(pagination).toMatchObject({ currentPage: 1, totalPages: 1, totalRecords: 1, limit: 100 })
  })

  it('shows laboratories their own studies and doctors their assignments, in rows, totals, pickers and files', async () => {
    await reported('A-1')
    await reported('B-1', { labId: cast.labB.id }, 'otherDoctor')
    const seen = async (who: Who) => [(await idsOf(who)).sort(), (await report(who)).summary.studies]
    expect(await seen('admin')).toEqual([['A-1', 'B-1'], 2])
    expect(await seen('staffA')).toEqual([['A-1'], 1])
    expect(await seen('otherDoctor')).toEqual([['B-1'], 1])
    expect(await counts('staffA')).toEqual({ 'Dr Ines Carvalho': 1 })
    expect(await counts('otherDoctor')).toEqual({ 'Dr Samuel Øster': 1 })
    expect(await counts('admin')).toMatchObject({ 'Dr Ines Carvalho': 1, 'Dr Samuel Øster': 1 })
    for (const foreign of [`location=${cast.labB.id}`, `selectedDoctor=${cast.otherDoctor.doctorId}`, 'search=samuel']) {
      expect(await idsOf('staffA', foreign)).toEqual([])
      const file = await ask('staffA', `report/export?${foreign}`)
      expect([file.statusCode, file.json().code]).toEqual([404, 'EXPORT_EMPTY'])
      expect(file.body).not.toMatch(/Øster|B-1/)
    }
  })

  it('shows email addresses of doctors to administrators only', async () => {
    await reported('A-1')
    const emailsOf = async (who: Who) => {
      const { doctors } = (await ask(who, 'doctors')).json()
      return doctors.map(({ email }: { email: string | null }) => email)
    }
    expect(await emailsOf('admin')).toContain(cast.assignedDoctor.email)
    for (const who of ['staffA', 'assignedDoctor'] as const) {
      expect(await emailsOf(who)).toEqual([null])
      expect((await ask(who, 'report')).body).not.toContain('@')
    }
  })

  it('searches six fields, and no others, for the whole text', async () => {
    await reported('PID-77', {
      patientName: 'Müller Anna',
      accessionNumber: 'ACC-5',
      referringPhysician: 'Grey Meredith',
      description: 'MR knee left',
      clinicalHistory: 'fell off a ladder',
      studyType: 'screening',
    })
    await reported('OTHER', {}, 'otherDoctor')
    const found = ['muller ann', 'pid-7', 'cc-5', 'grey m', 'carvalho', 'knee l', 'ee le']
    for (const text of found)
      expect([text, await idsOf('admin', `search=${encodeURIComponent(text)}`)]).toEqual([text, ['PID-77']])
    for (const text of ['ladder', 'screening', 'anna muller', 'left knee', 'zz'])
      expect([text, await idsOf('admin', `search=${encodeURIComponent(text)}`)]).toEqual([text, []])
  })

  it('finds studies by any modality, and combined ones by each part', async () => {
    for (const modalities of [['CT'], ['CT', 'SR'], ['CT', 'MR'], ['MR']]) await reported(modalities.join('+'), { modalities })
    const found = async (modality: string) => (await idsOf('admin', `modality=${modality}`)).sort()
    expect(await found('CT')).toEqual(['CT', 'CT+MR', 'CT+SR'])
    expect(await found('CT/MR')).toEqual(['CT+MR'])
    expect(await found('CT/SR,MR')).toEqual(['CT+MR', 'CT+SR', 'MR'])
  })

  it('counts doctors under the other filters, whichever doctor is chosen', async () => {
    await reported('one')
    await reported('two', { modalities: ['MR'] })
    await reported('three', { receivedAt: at('20T08:00:00') }, 'otherDoctor')
    expect(await counts('staffA', 'fromDate=2026-03-01&toDate=2026-03-15')).toEqual({
      'Dr Ines Carvalho': 2,
      'Dr Samuel Øster': 0,
    })
    expect(await counts('staffA', 'modality=MR')).toEqual({ 'Dr Ines Carvalho': 1, 'Dr Samuel Øster': 0 })
    expect((await report('admin', `selectedDoctor=${cast.otherDoctor.doctorId}`)).summary.studies).toBe(1)
  })

  it('pages with exact totals, and sorts by dates and figures with missing values last', async () => {
    const hours = [3, 1, 2]
    for (const hour of hours)
      await reported(`${hour}h`, { reportedAt: at(`10T0${8 + hour}:00:00`.replace('010', '10').replace('011', '11')) })
    await createStudy(api.db, { patientId: 'open', receivedAt: at('11T08:00:00') })
    expect(await idsOf('admin', 'sort=-uploadToReportTATFormatted')).toEqual(['3h', '2h', '1h', 'open'])
    expect(await idsOf('admin', 'sort=uploadToReportTATFormatted')).toEqual(['1h', '2h', '3h', 'open'])
    expect(await idsOf('admin', 'dateType=reportDate')).toEqual(['3h', '2h', '1h', 'open'])
    expect(await idsOf('admin', 'sort=reportDate')).toEqual(['1h', '2h', '3h', 'open'])
    for (let n = 0; n < 25; n++) await reported(`more ${n}`)
    const second = await report('admin', 'limit=25&page=2')
    expect(second.studies).toHaveLength(4)
    expect(second.pagination).toMatchObject({ currentPage: 2, totalPages: 2, totalRecords: 29, hasNextPage: false })
    expect((await ask('admin', 'report?limit=10')).statusCode).toBe(400)
  })

  it('exports the rows of the page in its order, with a file name from the filters', async () => {
    await api.db.update(labs).set({ name: 'Northgate / Main' }).where(eq(labs.id, cast.labA.id))
    await reported('P-1', { patientName: '+cmd()', modalities: ['CT'] })
    const paused = { pausedSeconds: 1_250 }
    await reported('P-2', { receivedAt: at('29T00:30:00'), firstAssignedAt: null, reportedAt: at('29T01:30:00'), ...paused })
    await createLab(api.db)
    const query = `location=${cast.labA.id}&selectedDoctor=${cast.assignedDoctor.doctorId}`
    const file = await ask('admin', `report/export?${query}`)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(new Date())
    const named = `TAT_Report_Northgate_Main_Dr_Ines_Carvalho_${today}.xlsx`
    expect(file.headers['content-disposition']).toContain(named)
    const [headings = [], ...rows] = await readSheet(file.rawPayload, { trim: false })
    expect(headings).toHaveLength(22)
    const byHeading = rows.map((row) => Object.fromEntries(headings.map((heading, index) => [String(heading), row[index]])))
    expect(byHeading.map((row) => row['Patient ID'])).toEqual(await idsOf('admin', query))
    expect(byHeading[0]).toMatchObject({
      'Upload Date (Europe/Berlin)': at('29T01:30:00'),
      'Report Date (Europe/Berlin)': at('29T03:30:00'),
      'Assigned Date (Europe/Berlin)': null,
      'Upload to Assignment (minutes)': null,
      'Upload to Report (minutes)': 60,
      'Paused (minutes)': 20,
      'Upload to Report without Pauses (minutes)': 39,
    })
    expect(byHeading[1]).toMatchObject({ 'Patient Name': '+cmd()', 'Assignment to Report (minutes)': 89 })
    const all = await ask('staffA', 'report/export')
    expect(all.headers['content-disposition']).toContain(`TAT_Report_All_Locations_${today}.xlsx`)
  })

  it('does not change when names change', async () => {
    const { id } = await reported('P-1')
    const before = (await report('admin')).studies[0].fullTatDetails
    await api.db.update(studies).set({ dicomPatientName: 'Renamed', correctedDescription: 'Other' }).where(eq(studies.id, id))
    await api.db.update(users).set({ fullName: 'Dr Renamed' }).where(eq(users.id, cast.assignedDoctor.userId))
    expect((await report('admin')).studies[0]).toMatchObject({ patientName: 'Renamed', fullTatDetails: before })
  })
})
