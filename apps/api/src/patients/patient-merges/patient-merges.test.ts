import { randomUUID } from 'node:crypto'
import type { MergeCandidate, PatientMerge } from '@readroom/contracts/patients/patient-merges'
import type { SentChange, WaitingChange } from '@readroom/contracts/patients/sent-changes'
import { patients, waitingPatientChanges } from '@readroom/db/patients/patients.schema'
import { readPatientData } from '@readroom/db/privacy/privacy-export'
import { reportVersions } from '@readroom/db/reports/report-versions.schema'
import { insertShareLink } from '@readroom/db/studies/sharing/share-links'
import { createAssignment, createCast, createDocument, createStudy } from '@readroom/db/testing/factories'
import type { Identity } from '@readroom/domain/patients/patient-identity'
import { patientOfImages } from '@readroom/domain/patients/patients'
import { receiveSentChange } from '@readroom/domain/patients/sent-changes'
import { holdPatient } from '@readroom/domain/privacy/privacy'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signAs } from '../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const anna: Identity = { name: 'Meier Anna', birthDate: '1985-02-03', sex: 'F' }
const married: Identity = { ...anna, name: 'Schulz Anna' }

describe('patients with two IDs', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  type Who = 'admin' | 'staffA' | 'assignedDoctor'
  const ask = (who: Who, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    api.request({ method, url, ...(payload && { payload }) }, cast[who])
  const newIds = () => [`A-${randomUUID()}`, `B-${randomUUID()}`] as const

  const scan = (patientId: string, identity: Identity, labId = cast.labA.id, fields: object = {}) =>
    api.db.transaction(async (begun) => {
      const [tx, patientRowId] = await patientOfImages(begun, { labId, patientId, identity })
      const { name: patientName, birthDate: patientBirthDate, sex: patientSex } = identity
      const finished = { status: 'report_finalized', reportedAt: new Date() } as const
      return createStudy(tx, {
        labId,
        patientRowId,
        patientId,
        patientName,
        patientBirthDate,
        patientSex,
        ...finished,
        ...fields,
      })
    })
  const rowOf = async (studyId: string) => (await ask('admin', 'GET', `/api/studies/${studyId}`)).json().study
  const compare = async (studyId: string, otherId: string) => {
    const answer = await ask('admin', 'GET', `/api/admin/patient-merges/studies/${studyId}?otherId=${otherId}`)
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
  async function mergeInto(keptStudyId: string, otherId: string) {
    const { person, candidates } = await compare(keptStudyId, otherId)
    const [{ personId, fingerprint }] = candidates
    const payload = { fromPersonId: personId, intoPersonId: person.personId, fingerprint, reason: 'One person, says the ward' }
    return { payload, send: () => ask('admin', 'POST', '/api/admin/patient-merges', payload) }
  }
  const mergesOf = async (studyId: string): Promise<PatientMerge[]> =>
    (await ask('admin', 'GET', `/api/admin/patient-merges/studies/${studyId}`)).json().merges
  const undo = (mergeId: string) => ask('admin', 'POST', `/api/admin/patient-merges/${mergeId}/undo`, {})

  it('are compared with every difference, and only within their laboratory', async () => {
    const [old, kept] = newIds()
    const [hers, other] = [await scan(kept, married), await scan(old, anna)]
    await scan(old, anna, cast.labB.id)
    await createDocument(api.db, { patientRowId: other.patientRowId, studyId: other.id, uploadedBy: cast.staffA.userId })
    const { person, candidates } = await compare(hers.id, old)
    expect(person).toMatchObject({ patientId: kept, studies: [{ studyId: hers.id }], differing: [], difference: null })
    expect(candidates.map(({ studies }: MergeCandidate) => studies.map(({ studyId }) => studyId))).toEqual([[other.id]])
    expect(candidates).toMatchObject([{ patientId: old, documents: 1, differing: ['name'] }])
    expect((await compare(hers.id, kept)).candidates).toEqual([])
  })

  it('are merged and separated again by an administrator, with the shares and signed reports of their studies', async () => {
    const [old, kept] = newIds()
    const unread = { status: 'assigned_to_doctor', reportedAt: null }
    const [former, present] = [await scan(old, anna, cast.labA.id, unread), await scan(kept, married)]
    const { doctorId } = cast.assignedDoctor
    await createAssignment(api.db, { studyId: former.id, doctorId, assignedBy: cast.admin.userId })
    await signAs(api, cast.assignedDoctor, former.id)
    const shared = { studyId: former.id, createdBy: cast.admin.userId, seconds: 3_600, pinHash: null }
    await insertShareLink(api.db, { ...shared, hash: randomUUID() })
    const shares = async () => (await ask('admin', 'GET', `/api/studies/${former.id}/share-links`)).json()
    const versions = () => api.db.select().from(reportVersions).where(eq(reportVersions.studyId, former.id))
    const [sharesBefore, versionsBefore] = [await shares(), await versions()]
    expect(JSON.stringify(versionsBefore)).toContain(old)
    const merging = await mergeInto(present.id, old)
    expect((await merging.send()).json()).toMatchObject({ message: 'The patients were merged. You can undo this.' })
    expect(await rowOf(former.id)).toMatchObject({ patientId: kept, patientName: 'Meier Anna' })
    expect(await shares()).toEqual(sharesBefore)
    expect(await versions()).toEqual(versionsBefore)
    const [merge] = await mergesOf(former.id)
    expect(merge).toMatchObject({
      formerId: old,
      patientId: kept,
      movedStudies: 1,
      reason: 'One person, says the ward',
      mergedBy: cast.admin.fullName,
      canUndo: true,
    })
    expect((await undo(merge?.id ?? '')).statusCode).toBe(200)
    expect(await rowOf(former.id)).toMatchObject({ patientId: old })
    expect(await mergesOf(present.id)).toMatchObject([{ undoneBy: cast.admin.fullName, canUndo: false }])
    expect((await undo(merge?.id ?? '')).json().code).toBe('PATIENT_MERGE_CHANGED')
  })

  it('both stay on hold after they are separated, if the hold began while they were one', async () => {
    const [old, kept] = newIds()
    const [former, present] = [await scan(old, anna), await scan(kept, married)]
    await (await mergeInto(present.id, old)).send()
    await api.db.transaction((tx) => holdPatient(tx, cast.admin, former.id, 'A court asked'))
    const [merge] = await mergesOf(former.id)
    expect((await undo(merge?.id ?? '')).statusCode).toBe(200)
    const both = inArray(patients.id, [former.patientRowId, present.patientRowId])
    const rows = await api.db.select({ holdReason: patients.holdReason }).from(patients).where(both)
    expect(rows).toEqual([{ holdReason: 'A court asked' }, { holdReason: 'A court asked' }])
  })

  it('leave a hold behind when they are separated that one of them had before', async () => {
    const [old, kept] = newIds()
    const [former, present] = [await scan(old, anna), await scan(kept, married)]
    await api.db.transaction((tx) => holdPatient(tx, cast.admin, former.id, 'A court asked'))
    await (await mergeInto(present.id, old)).send()
    const [merge] = await mergesOf(former.id)
    expect((await undo(merge?.id ?? '')).statusCode).toBe(200)
    const rows = await api.db.select({ id: patients.id, holdReason: patients.holdReason }).from(patients)
    expect(rows.find(({ id }) => id === former.patientRowId)?.holdReason).toBe('A court asked')
    expect(rows.find(({ id }) => id === present.patientRowId)?.holdReason).toBeNull()
  })

  it('keep both reasons if both were on hold, and each its own after they are separated', async () => {
    const [old, kept] = newIds()
    const [former, present] = [await scan(old, anna), await scan(kept, married)]
    await api.db.transaction((tx) => holdPatient(tx, cast.admin, former.id, 'A court asked'))
    await api.db.transaction((tx) => holdPatient(tx, cast.admin, present.id, 'A trial runs'))
    await (await mergeInto(present.id, old)).send()
    const reasonOf = async (studyId: string) =>
      (await ask('admin', 'GET', `/api/admin/privacy/studies/${studyId}`)).json().data.holdReason
    expect(await reasonOf(former.id)).toBe('A trial runs; A court asked')
    const [merge] = await mergesOf(former.id)
    expect((await undo(merge?.id ?? '')).statusCode).toBe(200)
    expect(await Promise.all([former.id, present.id].map(reasonOf))).toEqual(['A court asked', 'A trial runs'])
  })

  it('are found by the ID that they had before, and only by those who see them', async () => {
    const [old, kept] = newIds()
    const [former, present] = [await scan(old, anna), await scan(kept, married)]
    await (await mergeInto(present.id, old)).send()
    const recordOf = async (who: Who, query = '') => ask(who, 'GET', `/api/labEdit/patients/${old}${query}`)
    for (const query of ['', `?studyId=${former.id}`, `?studyId=${present.id}`]) {
      const { statusCode, body } = await recordOf('admin', query)
      expect(statusCode).toBe(200)
      expect(body).toContain(kept)
    }
    const staffB = { method: 'GET', url: `/api/labEdit/patients/${old}` } as const
    expect((await api.request(staffB, cast.staffB)).statusCode).toBe(404)
    const stranger = await scan(`C-${old}`, anna)
    expect((await recordOf('admin', `?studyId=${stranger.id}`)).statusCode).toBe(404)
  })

  it.each([
    ['a study came', (patientId: string) => scan(patientId, anna)],
    [
      'somebody changed the record',
      async (patientId: string) => {
        await api.db.update(patients).set({ version: 7 }).where(eq(patients.patientId, patientId))
      },
    ],
  ])('are not merged if %s since they were compared', async (_name, change) => {
    const [old, kept] = newIds()
    const [former, present] = [await scan(old, anna), await scan(kept, anna)]
    const merging = await mergeInto(present.id, old)
    await change(old)
    const answer = await merging.send()
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'PATIENT_MERGE_CHANGED'])
    expect(await rowOf(former.id)).toMatchObject({ patientId: old })
  })

  it('are not merged while somebody reads an old version of the record: the save is refused', async () => {
    const [old, kept] = newIds()
    const [, present] = [await scan(old, anna), await scan(kept, anna)]
    const url = `/api/labEdit/patients/${kept}?studyId=${present.id}`
    const { version } = (await ask('staffA', 'GET', url)).json().data
    await (await mergeInto(present.id, old)).send()
    const saved = await ask('staffA', 'PUT', url, { version, patientInfo: { contactPhone: '1' } })
    expect([saved.statusCode, saved.json().code]).toEqual([409, 'RECORD_STALE'])
  })

  it('are not merged by laboratory staff or doctors', async () => {
    const [old, kept] = newIds()
    const [, present] = [await scan(old, anna), await scan(kept, anna)]
    const { payload } = await mergeInto(present.id, old)
    for (const who of ['staffA', 'assignedDoctor'] as const) {
      expect((await ask(who, 'POST', '/api/admin/patient-merges', payload)).statusCode).toBe(403)
      expect((await ask(who, 'GET', `/api/admin/patient-merges/studies/${present.id}`)).statusCode).toBe(403)
    }
  })

  it('leave nothing behind when they are erased after being merged, and their export names both records', async () => {
    const [old, kept] = newIds()
    const [former, present] = [await scan(old, anna), await scan(kept, anna)]
    await api.db.update(patients).set({ address: 'Hidden lane 1' }).where(eq(patients.patientId, old))
    await (await mergeInto(present.id, old)).send()
    const exported = JSON.stringify(await readPatientData(api.db, present.patientRowId))
    for (const said of [old, 'Hidden lane 1', 'One person, says the ward', former.studyInstanceUid]) {
      expect(exported).toContain(said)
    }
    await sendChange({ kind: 'merge', previousId: kept, patient: { patientId: old, ...anna } })
    const { fingerprint } = (await ask('admin', 'GET', `/api/admin/privacy/studies/${former.id}`)).json().data
    const payload = { patientId: kept, fingerprint, reason: 'Asked for by letter' }
    expect((await ask('admin', 'POST', `/api/admin/privacy/studies/${former.id}/erase`, payload)).statusCode).toBe(200)
    expect(await api.db.$count(patients, inArray(patients.patientId, [old, kept]))).toBe(0)
    expect(await api.db.$count(waitingPatientChanges, inArray(waitingPatientChanges.patientId, [old, kept]))).toBe(0)
  })

  const sendChange = (change: SentChange) => {
    const sender = { labId: cast.labA.id, name: 'North hospital', address: '10.0.0.7' }
    return api.db.transaction((tx) => receiveSentChange(tx, sender, change))
  }
  const received = async (patientId: string): Promise<WaitingChange[]> => {
    const answer = await ask('admin', 'GET', '/api/admin/waiting-patient-changes?limit=50')
    return answer.json().data.filter((change: WaitingChange) => change.patientId === patientId)
  }

  it('that a message names and a person must decide are listed with what it asks for, until somebody removes it', async () => {
    const [old, kept] = newIds()
    const former = await scan(old, { name: 'Lindqvist Thomas', birthDate: '1950-03-04', sex: 'M' })
    const change: SentChange = { kind: 'merge', previousId: old, patient: { patientId: kept, ...anna } }
    const { waiting: before } = (await ask('admin', 'GET', '/api/admin/identity-reviews/count')).json()
    await sendChange(change)
    const [listed] = await received(kept)
    expect(listed).toMatchObject({
      kind: 'merge',
      previousId: old,
      sender: 'North hospital',
      patientName: 'Meier Anna',
      reason: 'Name, birth date or sex of the message contradict those of the patient.',
      studies: [{ studyId: former.id, patientName: 'Lindqvist Thomas' }],
    })
    const { waiting } = (await ask('admin', 'GET', '/api/admin/identity-reviews/count')).json()
    expect(waiting).toBe(before + 1)
    await sendChange(change)
    const close = (receivedAt: string) =>
      ask('admin', 'POST', `/api/admin/waiting-patient-changes/${listed?.id}/close`, { receivedAt })
    expect((await close('2020-01-01T00:00:00.000Z')).json().code).toBe('PATIENT_CHANGE_NOT_FOUND')
    const [again, ...others] = await received(kept)
    expect(others).toEqual([])
    expect((await close(again?.receivedAt ?? '')).statusCode).toBe(200)
    expect(await received(kept)).toEqual([])
  })
})
