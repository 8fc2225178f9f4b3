import { randomUUID } from 'node:crypto'
import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { patients } from '@readroom/db/patients/patients.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createAssignment, createCast, createReport, createStudy } from '@readroom/db/testing/factories'
import { patientOfImages } from '@readroom/domain/patients/patients'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor' | 'otherDoctor'

const identity = { name: 'Lindqvist Thomas', birthDate: null, sex: null }

describe('patient record', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi({ env: { CLINIC_TIME_ZONE: 'Europe/Zurich' } })
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const newId = () => `RH-${randomUUID()}`

  async function makeStudy(patientId: string | null, fields: object = {}, labId = cast.labA.id) {
    const [, patientRowId] = await api.db.transaction((tx) => patientOfImages(tx, { labId, patientId, identity }))
    return createStudy(api.db, { labId, patientRowId, patientId, patientName: 'Lindqvist Thomas', ...fields })
  }

  const address = (patientId: string, studyId?: string) =>
    `/api/labEdit/patients/${encodeURIComponent(patientId)}${studyId ? `?studyId=${studyId}` : ''}`
  const read = (who: Who, patientId: string, studyId?: string) =>
    api.request({ method: 'GET', url: address(patientId, studyId) }, cast[who])
  async function recordOf(patientId: string, studyId?: string, who: Who = 'staffA'): Promise<PatientRecord> {
    const answer = await read(who, patientId, studyId)
    expect(answer.statusCode).toBe(200)
    return answer.json().data
  }
  const put = (who: Who, patientId: string, studyId: string, payload: object) =>
    api.request({ method: 'PUT', url: address(patientId, studyId), payload }, cast[who])
  /** Saves on top of the current version. */
  async function save(patientId: string, studyId: string, groups: object, who: Who = 'staffA') {
    const { version } = await recordOf(patientId, studyId)
    const answer = await put(who, patientId, studyId, { version, ...groups })
    expect(answer.json()).toMatchObject({ success: true })
    return answer.json()
  }
  const rowOf = async (studyId: string, who: Who = 'staffA') =>
    (await api.request({ method: 'GET', url: `/api/studies/${studyId}` }, cast[who])).json().study

  it("shows only the scanner's values, with their source", async () => {
    const id = newId()
    const said = { patientAge: '73Y', patientSex: 'M' as const, accessionNumber: 'ACC-1', referringPhysician: 'Okonkwo Amara' }
    const { id: studyId } = await makeStudy(id, { ...said, description: 'CT Chest' })
    expect(await recordOf(id)).toMatchObject({
      patientInfo: { fullName: 'Lindqvist Thomas', firstName: 'Lindqvist', lastName: 'Thomas', age: '73Y', dateOfBirth: null },
      clinicalInfo: { clinicalHistory: '', previousInjury: '', previousSurgery: '' },
      visitInfo: { center: cast.labA.name, caseType: 'routine', priorityLevel: 'NORMAL', orderDate: null },
      studyInfo: {
        studyId,
        accessionNumber: 'ACC-1',
        examDescription: 'CT Chest',
        physicians: { referring: { name: 'Okonkwo Amara', source: 'DICOM Extracted' }, requesting: { name: null, source: null } },
        technologist: { name: null, source: null },
      },
      allStudies: [{ studyId, isCurrent: true, isPrior: false }],
      documents: [],
      technologists: { current: null, all: [] },
      summary: { uniqueReferringPhysicians: 1, uniqueTechnologists: 0, emergencyCases: 0, mlcCases: 0 },
      permissions: { canEdit: true, canUpload: true, canDownload: true },
    })
  })

  it('shows the parts of a name, and corrects one of them', async () => {
    const id = newId()
    const { id: studyId } = await makeStudy(id, { patientName: 'YAMADA^HANAKO=山田^花子=やまだ^はなこ' })
    const shown = { familyName: 'YAMADA', givenName: 'HANAKO', ideographicFamilyName: '山田', phoneticGivenName: 'はなこ' }
    const before = await recordOf(id)
    expect(before).toMatchObject({ patientInfo: { ...shown, middleName: '' }, dicom: shown })
    await save(id, studyId, { patientInfo: { givenName: 'Hana', namePrefix: 'Dr.' } })
    const corrected = { fullName: 'YAMADA Hana Dr. (山田 花子, やまだ はなこ)', givenName: 'Hana', namePrefix: 'Dr.' }
    expect(await recordOf(id)).toMatchObject({
      patientInfo: corrected,
      dicom: { ...shown, fullName: before.patientInfo.fullName },
    })
    const pnOf = async () => (await api.db.select().from(studies).where(eq(studies.id, studyId)))[0]?.patientPn
    expect(await pnOf()).toBe('YAMADA^Hana^^Dr.=山田^花子=やまだ^はなこ')
    await save(id, studyId, { patientInfo: { givenName: 'HANAKO', namePrefix: '' } })
    expect(await recordOf(id)).toMatchObject({ patientInfo: shown })
    const [row] = await api.db.select().from(patients).where(eq(patients.patientId, id))
    expect(row?.correctedName).toBeNull()
  })

  it.each(['referring', 'requesting'] as const)('shows and corrects the parts of a %s physician', async (of) => {
    const id = newId()
    const [said, corrected] = ['OKONKWO^AMARA', 'OKONKWO^AMARA^^Dr.']
    const { id: studyId } = await makeStudy(id, { dicomReferringPhysician: said, dicomRequestingPhysician: said })
    const physicianOf = async () => (await recordOf(id)).studyInfo.physicians[of]
    const correct = (name: string | null) => save(id, studyId, { physicianInfo: { [`${of}Physician`]: name } })
    expect(await physicianOf()).toMatchObject({ name: 'OKONKWO AMARA', pn: said, source: 'DICOM Extracted' })
    await correct(corrected)
    expect(await physicianOf()).toMatchObject({ name: 'OKONKWO AMARA Dr.', pn: corrected, source: 'Name Only' })
    const edits = async () =>
      api.db
        .select()
        .from(studyEventLog)
        .where(and(eq(studyEventLog.studyId, studyId), eq(studyEventLog.event, 'edited')))
    const change = { field: `${of}Physician`, before: 'OKONKWO AMARA', after: 'OKONKWO AMARA Dr.' }
    expect(await edits()).toMatchObject([{ details: { changes: [change] } }])
    // A client that knows the shown name alone corrects nothing by sending it back.
    await correct('OKONKWO AMARA Dr.')
    expect([await physicianOf(), await edits()]).toMatchObject([{ pn: corrected }, [{ details: { changes: [change] } }]])
    await correct(said)
    expect(await physicianOf()).toMatchObject({ pn: said, source: 'DICOM Extracted' })
    const [row] = await api.db.select().from(studies).where(eq(studies.id, studyId))
    expect(row?.correctedReferringPhysician).toBeNull()
    await correct('')
    expect(await physicianOf()).toMatchObject({ name: null, pn: null })
  })

  it.each([
    [{ familyName: 'Doe^Smith' }, 'INVALID_FIELD'],
    [{ familyName: '', givenName: '' }, 'PATIENT_NAME_MISSING'],
  ])('refuses the name parts %j', async (patientInfo, code) => {
    const id = newId()
    const { id: studyId } = await makeStudy(id, { patientName: 'Doe^Jane' })
    const { version } = await recordOf(id)
    const answer = await put('staffA', id, studyId, { version, patientInfo })
    expect([answer.statusCode, answer.json().code]).toEqual([400, code])
    expect((await recordOf(id)).patientInfo.fullName).toBe('Doe Jane')
  })

  it('is visible with a visible study, and read-only for doctors', async () => {
    const id = newId()
    const study = await makeStudy(id)
    await createAssignment(api.db, { studyId: study.id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
    const { permissions } = await recordOf(id, undefined, 'assignedDoctor')
    expect(permissions).toEqual({ canEdit: false, canUpload: false, canDownload: true })
    const refused = await put('assignedDoctor', id, study.id, {
      version: { patient: 1, study: 1 },
      clinicalInfo: { clinicalHistory: 'x' },
    })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'FORBIDDEN'])
    for (const who of ['staffB', 'otherDoctor'] as const) {
      const hidden = await read(who, id)
      expect([hidden.statusCode, hidden.body]).toEqual([404, (await read(who, 'RH-NONE')).body])
    }
  })

  it('shows doctors earlier studies as priors with finished reports, and no later ones', async () => {
    const id = newId()
    const { doctorId, userId: uploadedBy } = cast.assignedDoctor
    const [prior, current] = [await makeStudy(id, { studyDate: '2025-03-01' }), await makeStudy(id, { studyDate: '2026-03-01' })]
    await makeStudy(id, { studyDate: '2026-04-01' })
    await createAssignment(api.db, { studyId: current.id, doctorId, assignedBy: cast.admin.userId })
    for (const [studyId, status, version] of [
      [prior.id, 'finalized', 1],
      [prior.id, 'draft', 2],
      [current.id, 'draft', 1],
    ] as const)
      await createReport(api.db, { studyId, doctorId, uploadedBy, status, version })
    const { allStudies, studyReports } = await recordOf(id, undefined, 'assignedDoctor')
    expect(allStudies).toMatchObject([
      { studyId: current.id, isCurrent: true, isPrior: false },
      { studyId: prior.id, isPrior: true },
    ])
    expect(studyReports.map(({ studyId }) => studyId).sort()).toEqual([prior.id, current.id].sort())
    expect((await read('assignedDoctor', id, prior.id)).statusCode).toBe(404)
  })

  it('asks which patient is meant if two laboratories use the ID', async () => {
    const id = newId()
    const [mine, theirs] = [await makeStudy(id), await makeStudy(id, {}, cast.labB.id)]
    expect((await read('admin', id)).json().code).toBe('PATIENT_AMBIGUOUS')
    expect((await recordOf(id, theirs.id, 'admin')).allStudies).toMatchObject([{ studyId: theirs.id }])
    expect((await recordOf(id)).allStudies).toMatchObject([{ studyId: mine.id }])
  })

  it('of a patient without an ID is found as N/A with the study', async () => {
    const study = await makeStudy(null)
    expect((await recordOf('N/A', study.id)).patientInfo).toMatchObject({ patientId: null, fullName: 'Lindqvist Thomas' })
  })

  it('saves every field, shows it at once, and names the changed groups', async () => {
    const id = newId()
    const { id: studyId } = await makeStudy(id)
    const answer = await save(id, studyId, {
      patientInfo: {
        salutation: 'Dr',
        fullName: 'Ørsted Ada',
        age: '41',
        gender: 'Other',
        dateOfBirth: '1985-02-03',
        contactPhone: '1',
        contactEmail: 'a@b.example',
        address: 'Here\nThere',
      },
      clinicalInfo: { clinicalHistory: 'Fall', previousInjury: 'Wrist', previousSurgery: 'None' },
      physicianInfo: { referringPhysicianName: 'Dr R', referringPhysicianEmail: 'r@b.example', requestingPhysician: 'Dr Q' },
      technologistInfo: { name: 'Rosa', mobile: '2', comments: 'Arms raised', reasonToSend: 'Urgent' },
      priorityInfo: { priorityLevel: 'HIGH', caseType: 'urgent' },
      studyInfo: {
        accessionNumber: 'A-9',
        examDescription: 'CT head',
        code: 'CTH',
        lmp: '2026-01-02',
        examType: 'Inpatient',
        mlcCase: true,
        caseFlags: ['billedStudy'],
      },
    })
    expect(answer).toMatchObject({
      message:
        'Patient information updated successfully (including technologist, priority settings, referring physician, requesting physician)',
      data: {
        updateSummary: {
          technologistUpdated: true,
          priorityInfoUpdated: true,
          referringPhysicianUpdated: true,
          requestingPhysicianUpdated: true,
        },
      },
    })
    expect(await recordOf(id)).toMatchObject({
      patientInfo: {
        salutation: 'Dr',
        fullName: 'Ørsted Ada',
        age: '41Y',
        gender: 'O',
        dateOfBirth: '1985-02-03',
        contactPhone: '1',
        contactEmail: 'a@b.example',
        address: 'Here\nThere',
      },
      clinicalInfo: { clinicalHistory: 'Fall', previousInjury: 'Wrist', previousSurgery: 'None' },
      visitInfo: { examType: 'Inpatient', referringPhysicianEmail: 'r@b.example' },
      studyInfo: {
        accessionNumber: 'A-9',
        examDescription: 'CT head',
        code: 'CTH',
        lmp: '2026-01-02',
        mlcCase: true,
        caseFlags: ['billedStudy'],
        physicians: { referring: { name: 'Dr R', source: 'Manual Entry' }, requesting: { name: 'Dr Q', source: 'Name Only' } },
        technologist: { name: 'Rosa', comments: 'Arms raised', source: 'Manual Entry' },
        modifiedBy: cast.staffA.fullName,
      },
      dicom: { fullName: 'Lindqvist Thomas', accessionNumber: null },
    })
    expect(await rowOf(studyId)).toMatchObject({
      patientName: 'Ørsted Ada',
      accessionNumber: 'A-9',
      description: 'CT head',
      clinicalHistory: 'Fall',
      priority: 'HIGH',
      caseType: 'urgent',
      mlcCase: true,
      studyType: 'Inpatient',
      caseFlags: ['billedStudy'],
      referringPhysicianName: 'Dr R',
    })
  })

  it("saves only differences, keeps the scanner's values, and can return to them", async () => {
    const id = newId()
    const { id: studyId } = await makeStudy(id, { description: 'CT Chest', accessionNumber: 'ACC-1' })
    const same = await save(id, studyId, {
      patientInfo: { fullName: 'Lindqvist Thomas', patientId: id },
      studyInfo: { examDescription: 'CT Chest' },
      priorityInfo: { studyPriority: 'SELECT', priorityLevel: 'NORMAL', caseType: 'routine' },
    })
    expect(same).toEqual({
      success: true,
      message: 'Patient information updated successfully',
      data: {
        updateSummary: {
          technologistUpdated: false,
          priorityInfoUpdated: false,
          referringPhysicianUpdated: false,
          requestingPhysicianUpdated: false,
        },
        version: { patient: 1, study: 1, studies: expect.any(String) },
      },
    })
    await save(id, studyId, { studyInfo: { examDescription: 'MR Knee', accessionNumber: '' } })
    expect((await recordOf(id)).studyInfo).toMatchObject({ examDescription: 'MR Knee', accessionNumber: null })
    await api.db.update(studies).set({ dicomDescription: 'CT Chest, sent again' }).where(eq(studies.id, studyId))
    expect((await recordOf(id)).studyInfo.examDescription).toBe('MR Knee')
    await save(id, studyId, { studyInfo: { examDescription: null, accessionNumber: null } })
    expect((await recordOf(id)).studyInfo).toMatchObject({ examDescription: 'CT Chest, sent again', accessionNumber: 'ACC-1' })
  })

  it('refuses unknown fields and stale versions, and changes nothing', async () => {
    const id = newId()
    const { id: studyId } = await makeStudy(id)
    const { version } = await recordOf(id)
    for (const groups of [
      { surprise: {} },
      { clinicalInfo: { history: 'x' } },
      { patientInfo: { gender: 'X' } },
      { clinicalInfo: { clinicalHistory: 'x'.repeat(10_001) } },
    ])
      expect((await put('staffA', id, studyId, { version, ...groups })).statusCode).toBe(400)
    await save(id, studyId, { clinicalInfo: { clinicalHistory: 'First' } })
    const stale = await put('admin', id, studyId, { version, clinicalInfo: { clinicalHistory: 'Second' } })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'RECORD_STALE'])
    expect((await recordOf(id)).clinicalInfo.clinicalHistory).toBe('First')
  })

  it('follows a changed patient ID, refuses a taken one, and late images still find the patient', async () => {
    const [id, taken, wanted] = [newId(), newId(), newId()]
    const { id: studyId, patientRowId } = await makeStudy(id)
    await makeStudy(taken)
    const version = { patient: 1, study: 1 }
    const refused = await put('staffA', id, studyId, {
      version,
      patientInfo: { patientId: taken },
      clinicalInfo: { clinicalHistory: 'Lost?' },
    })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'PATIENT_ID_TAKEN'])
    expect((await recordOf(id)).clinicalInfo.clinicalHistory).toBe('')
    expect((await save(id, studyId, { patientInfo: { patientId: wanted } })).newPatientId).toBe(wanted)
    expect((await read('staffA', id)).statusCode).toBe(404)
    expect((await recordOf(wanted)).studyInfo.studyId).toBe(studyId)
    const late = { labId: cast.labA.id, patientId: id, identity }
    const [, patientOfLate] = await api.db.transaction((tx) => patientOfImages(tx, late))
    expect(patientOfLate).toBe(patientRowId)
  })

  it.each([
    ['Emergency Case', { caseType: 'emergency', priority: 'EMERGENCY', mlcCase: false, caseFlags: [] }],
    ['MLC Case', { caseType: 'routine', priority: 'NORMAL', mlcCase: true, caseFlags: [] }],
    ['Meet referral doctor', { caseFlags: ['meetReferralDoctor'] }],
    ['Study Exception', { caseFlags: ['studyException'] }],
    ['Billed Study', { caseFlags: ['billedStudy'] }],
    ['SELECT', { caseType: 'routine', priority: 'NORMAL', mlcCase: false, caseFlags: [] }],
  ])('sets the status: %s', async (studyPriority, row) => {
    const id = newId()
    const { id: studyId } = await makeStudy(id)
    const { data } = await save(id, studyId, { priorityInfo: { studyPriority } })
    expect(await rowOf(studyId)).toMatchObject(row)
    expect(data.updateSummary.priorityInfoUpdated).toBe(studyPriority !== 'SELECT')
  })

  it('brings the deadline nearer if the case type is more urgent than the priority', async () => {
    const id = newId()
    const readyAt = new Date()
    const dueAt = new Date(readyAt.getTime() + 24 * 3_600_000)
    const { id: studyId } = await makeStudy(id, { status: 'pending_assignment', settledAt: readyAt, readyAt, dueAt })
    await save(id, studyId, { priorityInfo: { caseType: 'stat' } })
    const row = await rowOf(studyId)
    expect(row).toMatchObject({ caseType: 'stat', priority: 'NORMAL' })
    expect(Date.parse(row.dueAt ?? '')).toBeLessThan(readyAt.getTime() + 2 * 3_600_000)
  })

  it.each([
    ['pending_assignment', 'pending_assignment'],
    ['report_finalized', 'report_in_progress'],
  ] as const)('restarts the turnaround of a study that is %s with New Study', async (status, after) => {
    const id = newId()
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    const { id: studyId } = await makeStudy(id, { status, readyAt: daysAgo(5), settledAt: daysAgo(5) })
    await api.db.insert(studyEventLog).values({ studyId, event: 'settled', toStatus: 'pending_assignment', at: daysAgo(5) })
    expect((await recordOf(id)).studies).toMatchObject([{ tat: { totalTATDays: 5, resetAwareTATDays: 5 } }])
    await save(id, studyId, { priorityInfo: { studyPriority: 'New Study' } })
    expect(await recordOf(id)).toMatchObject({
      studyInfo: { status: after },
      studies: [{ tat: { totalTATDays: 5, resetAwareTATDays: 0 } }],
      tatResetInfo: { wasReset: true, freshTATData: { tat: { totalTATDays: 0, resetAwareTATDays: 0 } } },
    })
  })

  it('records each change once, with the values before and after', async () => {
    const id = newId()
    const { id: studyId } = await makeStudy(id, { description: 'CT Chest' })
    await save(id, studyId, { studyInfo: { examDescription: 'MR Knee' }, patientInfo: { fullName: 'Ada Ø' } })
    const events = await api.db
      .select()
      .from(studyEventLog)
      .where(and(eq(studyEventLog.studyId, studyId), eq(studyEventLog.event, 'edited')))
    expect(events).toMatchObject([
      {
        actorUserId: cast.staffA.userId,
        details: {
          changes: [
            { field: 'fullName', before: 'Lindqvist Thomas', after: 'Ada Ø' },
            { field: 'examDescription', before: 'CT Chest', after: 'MR Knee' },
          ],
        },
      },
    ])
  })

  it('changes other selected studies too, except for fields of one study', async () => {
    const id = newId()
    const [one, two] = [await makeStudy(id, { description: 'CT' }), await makeStudy(id, { description: 'XR' })]
    const stranger = await makeStudy(newId())
    const groups = {
      clinicalInfo: { clinicalHistory: 'Fall' },
      priorityInfo: { studyPriority: 'Emergency Case' },
      studyInfo: { examDescription: 'CT Head' },
    }
    const { version } = await recordOf(id, one.id)
    const foreign = { ...groups, version, alsoStudies: [{ studyId: stranger.id, version: 1 }] }
    expect((await put('staffA', id, one.id, foreign)).statusCode).toBe(404)
    await save(id, one.id, { ...groups, alsoStudies: [{ studyId: two.id, version: 1 }] })
    expect(await rowOf(one.id)).toMatchObject({ clinicalHistory: 'Fall', priority: 'EMERGENCY', description: 'CT Head' })
    expect(await rowOf(two.id)).toMatchObject({ clinicalHistory: 'Fall', priority: 'EMERGENCY', description: 'XR' })
    expect(await rowOf(stranger.id)).toMatchObject({ clinicalHistory: '', priority: 'NORMAL' })
  })

  it('loses no word when two accounts save a hundred times at once', async () => {
    const id = newId()
    const { id: studyId } = await makeStudy(id)
    /** Adds a word to the history. Tries again with the newest version, as the dialog does. */
    async function add(word: string): Promise<void> {
      const { version, clinicalInfo } = await recordOf(id, studyId)
      const clinicalHistory = `${clinicalInfo.clinicalHistory} ${word}`
      const { statusCode } = await put('staffA', id, studyId, { version, clinicalInfo: { clinicalHistory } })
      expect([200, 409]).toContain(statusCode)
      if (statusCode === 409) await add(word)
    }
    const words = Array.from({ length: 50 }, (_, index) => `w${index}`)
    const writer = async (prefix: string) => {
      for (const word of words) await add(`${prefix}${word}`)
    }
    await Promise.all([writer('a'), writer('b')])
    const said = (await recordOf(id)).clinicalInfo.clinicalHistory.split(' ')
    expect(said.sort()).toEqual([...words.map((word) => `a${word}`), ...words.map((word) => `b${word}`)].sort())
    const events = await api.db
      .select()
      .from(studyEventLog)
      .where(and(eq(studyEventLog.studyId, studyId), eq(studyEventLog.event, 'edited')))
      .orderBy(asc(studyEventLog.at), asc(studyEventLog.id))
    expect(events).toHaveLength(100)
  })
})
