import { randomUUID } from 'node:crypto'
import type { IdentityReview } from '@readroom/contracts/patients/identity-reviews'
import { auditLog } from '@readroom/db/core/audit.schema'
import { documents } from '@readroom/db/patients/documents.schema'
import { patients } from '@readroom/db/patients/patients.schema'
import { readPatientData } from '@readroom/db/privacy/privacy-export'
import { studies } from '@readroom/db/studies/studies.schema'
import { createAssignment, createCast, createDocument, createStudy } from '@readroom/db/testing/factories'
import type { Identity } from '@readroom/domain/patients/patient-identity'
import { patientOfImages } from '@readroom/domain/patients/patients'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const thomas: Identity = { name: 'Lindqvist Thomas', birthDate: '1950-03-04', sex: 'M' }
const amara: Identity = { name: 'Okonkwo Amara', birthDate: '1988-11-30', sex: 'F' }
const anna: Identity = { name: 'Meier Anna', birthDate: '1985-02-03', sex: 'F' }
const married: Identity = { name: 'Schulz Anna', birthDate: '1985-02-03', sex: 'F' }

describe('people who share a patient ID', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const newId = () => `SHARED-${randomUUID()}`
  type Who = 'admin' | 'staffA' | 'assignedDoctor'
  const ask = (who: Who, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    api.request({ method, url, ...(payload && { payload }) }, cast[who])

  /** Adds a study as the intake does. */
  async function arrive(patientId: string, identity: Identity, fields: object = {}) {
    const labId = cast.labA.id
    return api.db.transaction(async (begun) => {
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
  }
  const rowOf = async (studyId: string, who: Who = 'admin') => (await ask(who, 'GET', `/api/studies/${studyId}`)).json().study
  const personOf = async (studyId: string) => {
    const [row] = await api.db.select({ id: studies.patientRowId }).from(studies).where(eq(studies.id, studyId))
    return row?.id
  }
  async function reviewsOf(patientId: string, state: 'open' | 'decided' = 'open'): Promise<IdentityReview[]> {
    const answer = await ask('admin', 'GET', `/api/admin/identity-reviews?state=${state}&limit=50`)
    expect(answer.statusCode).toBe(200)
    return answer.json().data.filter((review: IdentityReview) => review.patientId === patientId)
  }
  async function reviewOf(patientId: string, state: 'open' | 'decided' = 'open'): Promise<IdentityReview> {
    const [review, ...others] = await reviewsOf(patientId, state)
    expect(others).toEqual([])
    if (!review) throw new Error('there is no review')
    return review
  }
  const decide = ({ id, version }: IdentityReview, people: { personId: string | null; studyIds: string[] }[]) =>
    ask('admin', 'POST', `/api/admin/identity-reviews/${id}/decision`, { version, people })
  const undo = ({ id, version }: IdentityReview) => ask('admin', 'POST', `/api/admin/identity-reviews/${id}/undo`, { version })
  const record = async (patientId: string, studyId: string) =>
    (await ask('admin', 'GET', `/api/labEdit/patients/${patientId}?studyId=${studyId}`)).json().data
  const subject = async (studyId: string) => (await ask('admin', 'GET', `/api/admin/privacy/studies/${studyId}`)).json().data

  it('stay separate: correcting one does not change the other', async () => {
    const id = newId()
    const [his, hers] = [await arrive(id, thomas), await arrive(id, amara)]
    const { version } = await record(id, his.id)
    const saved = await ask('admin', 'PUT', `/api/labEdit/patients/${id}?studyId=${his.id}`, {
      version,
      patientInfo: { fullName: 'Lindqvist Tomas' },
    })
    expect(saved.statusCode).toBe(200)
    expect([(await rowOf(his.id)).patientName, (await rowOf(hers.id)).patientName]).toEqual(['Lindqvist Tomas', 'Okonkwo Amara'])
  })

  it('have separate exports', async () => {
    const id = newId()
    const [his, hers] = [await arrive(id, thomas), await arrive(id, amara)]
    const exported = JSON.stringify(await readPatientData(api.db, (await personOf(his.id)) ?? ''))
    expect(exported).toContain(his.studyInstanceUid)
    expect(exported).not.toContain(hers.studyInstanceUid)
    expect(exported).not.toContain('Okonkwo')
  })

  it('are erased separately', async () => {
    const id = newId()
    const [his, hers] = [await arrive(id, thomas), await arrive(id, amara)]
    const { fingerprint, studies: listed } = await subject(his.id)
    expect(listed).toMatchObject([{ studyId: his.id, patientName: 'Lindqvist Thomas', birthDate: '1950-03-04' }])
    const payload = { patientId: id, fingerprint, reason: 'Asked for by letter' }
    expect((await ask('admin', 'POST', `/api/admin/privacy/studies/${his.id}/erase`, payload)).statusCode).toBe(200)
    expect((await ask('admin', 'GET', `/api/studies/${his.id}`)).statusCode).toBe(404)
    expect((await rowOf(hers.id)).patientName).toBe('Okonkwo Amara')
  })

  it('get no prior from each other', async () => {
    const id = newId()
    const before = await arrive(id, thomas, { studyDate: '2025-01-01' })
    const own = await arrive(id, amara, { studyDate: '2025-02-01' })
    const current = await arrive(id, amara, { studyDate: '2026-01-01' })
    const { doctorId } = cast.assignedDoctor
    await createAssignment(api.db, { studyId: current.id, doctorId, assignedBy: cast.admin.userId })
    const priors = (await ask('assignedDoctor', 'GET', `/api/studies/${current.id}/priors`)).json().priors
    expect(priors).toMatchObject([{ _id: own.id }])
    expect((await ask('assignedDoctor', 'GET', `/api/documents/study/${before.id}/reports`)).statusCode).toBe(404)
    expect((await ask('assignedDoctor', 'GET', `/api/documents/study/${own.id}/reports`)).statusCode).toBe(200)
  })

  it('are ambiguous by the ID alone', async () => {
    const id = newId()
    await arrive(id, thomas)
    await arrive(id, amara)
    expect((await ask('admin', 'GET', `/api/labEdit/patients/${id}`)).json().code).toBe('PATIENT_AMBIGUOUS')
  })

  it('mark their studies until somebody decides, and show the differences', async () => {
    const id = newId()
    const [his, hers] = [await arrive(id, thomas), await arrive(id, amara)]
    const review = await reviewOf(id)
    expect(review).toMatchObject({
      laboratory: cast.labA.name,
      reason: 'The names differ. The birth dates differ. The sex differs.',
      people: [
        { differing: [], studies: [{ studyId: his.id, patientName: 'Lindqvist Thomas' }] },
        { differing: ['name', 'birthDate', 'sex'], studies: [{ studyId: hers.id, birthDate: '1988-11-30' }] },
      ],
    })
    for (const study of [his, hers]) expect((await rowOf(study.id, 'staffA')).flags).toContain('identityReview')
    const people = review.people.map(({ personId, studies: own }) => ({ personId, studyIds: own.map(({ studyId }) => studyId) }))
    expect((await decide(review, people)).statusCode).toBe(200)
    for (const study of [his, hers]) expect((await rowOf(study.id)).flags).not.toContain('identityReview')
    expect(await reviewsOf(id)).toEqual([])
    const later = await arrive(id, { ...amara, name: 'Amara Okonkwo' })
    expect(await personOf(later.id)).toBe(await personOf(hers.id))
    expect(await reviewsOf(id)).toEqual([])
  })

  it('include a study that probably belongs to one of them, with a review', async () => {
    const id = newId()
    const [one, two] = [await arrive(id, anna), await arrive(id, married)]
    expect(await personOf(two.id)).toBe(await personOf(one.id))
    const review = await reviewOf(id)
    expect(review.people).toHaveLength(1)
    expect((await rowOf(two.id)).flags).toContain('identityReview')
    const [person] = review.people
    const split = await decide(review, [
      { personId: person?.personId ?? '', studyIds: [one.id] },
      { personId: null, studyIds: [two.id] },
    ])
    expect(split.statusCode).toBe(200)
    expect(await personOf(two.id)).not.toBe(await personOf(one.id))
  })

  it('keep the hold on a study that a decision gives to another person', async () => {
    const id = newId()
    const [one, two] = [await arrive(id, anna), await arrive(id, married)]
    const held = (await personOf(one.id)) ?? ''
    await api.db.update(patients).set({ holdReason: 'A court asked' }).where(eq(patients.id, held))
    const split = await decide(await reviewOf(id), [
      { personId: held, studyIds: [one.id] },
      { personId: null, studyIds: [two.id] },
    ])
    expect(split.statusCode).toBe(200)
    for (const study of [one, two]) expect((await subject(study.id)).holdReason).toBe('A court asked')
    const audited = and(eq(auditLog.action, 'patient.held'), eq(auditLog.targetId, (await personOf(two.id)) ?? ''))
    expect(await api.db.$count(auditLog, audited)).toBe(1)
    expect((await undo(await reviewOf(id, 'decided'))).statusCode).toBe(200)
    for (const study of [one, two]) expect((await subject(study.id)).holdReason).toBe('A court asked')
  })

  it('lose the order of another person once somebody decides whose study it is', async () => {
    const [id, accessionNumber] = [newId(), randomUUID().slice(0, 12)]
    const open = { status: 'pending_assignment', reportedAt: null } as const
    const first = await arrive(id, anna, open)
    await ask('admin', 'PUT', `/api/labEdit/patients/${id}?studyId=${first.id}`, {
      version: (await record(id, first.id)).version,
      patientInfo: { fullName: 'Brandt Anna' },
    })
    const second = await arrive(id, married, { ...open, accessionNumber, dicomPatientName: 'Okonkwo Amara' })
    const patient = { ids: [{ id, authority: null }], name: 'Brandt^Anna', birthDate: '1985-02-03' }
    await ask('staffA', 'POST', '/api/orders', { number: accessionNumber, accessionNumber, patient })
    const ordersOf = async () => (await ask('admin', 'GET', `/api/studies/${second.id}/orders`)).json().orders
    expect(await ordersOf()).toHaveLength(1)
    const people = [
      { personId: (await personOf(first.id)) ?? null, studyIds: [first.id] },
      { personId: null, studyIds: [second.id] },
    ]
    expect((await decide(await reviewOf(id), people)).statusCode).toBe(200)
    expect((await rowOf(second.id)).patientName).toBe('Okonkwo Amara')
    expect(await ordersOf()).toEqual([])
  })

  it('become one person per identity, even if many studies arrive at once', async () => {
    const id = newId()
    const arrived = await Promise.all([1, 2, 3, 4, 5, 6].flatMap(() => [arrive(id, thomas), arrive(id, amara)]))
    const people = await Promise.all(arrived.map((study) => personOf(study.id)))
    expect(new Set(people).size).toBe(2)
    expect((await reviewOf(id)).people.map((person) => person.studies.length)).toEqual([6, 6])
  })

  it('are joined by a new person if a study matches several of them', async () => {
    const id = newId()
    const known = [await arrive(id, { ...thomas, sex: null }), await arrive(id, { ...thomas, birthDate: '1978-06-15' })]
    const vague = await arrive(id, { name: 'Lindqvist Thomas', birthDate: null, sex: null })
    const people = await Promise.all([...known, vague].map((study) => personOf(study.id)))
    expect(new Set(people).size).toBe(3)
  })

  it('are joined with their documents and records, and separated again', async () => {
    const id = newId()
    const [his, hers] = [await arrive(id, thomas), await arrive(id, amara)]
    const [first, second] = [(await personOf(his.id)) ?? '', (await personOf(hers.id)) ?? '']
    await api.db.update(patients).set({ contactPhone: '1', holdReason: null }).where(eq(patients.id, first))
    const record = { contactPhone: '2', address: 'Here', salutation: 'Ms', holdReason: 'A court' } as const
    await api.db.update(patients).set(record).where(eq(patients.id, second))
    await createDocument(api.db, { patientRowId: second, studyId: hers.id, uploadedBy: cast.staffA.userId })
    const review = await reviewOf(id)
    const joined = await decide(review, [{ personId: first, studyIds: [his.id, hers.id] }])
    expect(joined.json()).toMatchObject({ message: 'The studies now belong to one person.' })
    expect(await Promise.all([personOf(his.id), personOf(hers.id)])).toEqual([first, first])
    const personRow = async (row: string) => (await api.db.select().from(patients).where(eq(patients.id, row)))[0]
    expect(await personRow(first)).toMatchObject({ contactPhone: '1', address: 'Here', salutation: 'Ms', holdReason: 'A court' })
    expect(await api.db.$count(documents, eq(documents.patientRowId, first))).toBe(1)

    const decided = await reviewOf(id, 'decided')
    expect(decided.history).toMatchObject([{ outcome: 'same', people: 1, movedStudies: 1, decidedBy: cast.admin.fullName }])
    expect((await undo(decided)).statusCode).toBe(200)
    expect(await Promise.all([personOf(his.id), personOf(hers.id)])).toEqual([first, second])
    expect(await personRow(first)).toMatchObject({ contactPhone: '1', address: '', salutation: null, holdReason: null })
    expect(await personRow(second)).toMatchObject({ ...record, mergedInto: null })
    expect(await api.db.$count(documents, eq(documents.patientRowId, second))).toBe(1)
    expect((await reviewOf(id)).history).toMatchObject([{ undoneBy: cast.admin.fullName }])
    const target = and(
      inArray(auditLog.targetId, [first, second]),
      inArray(auditLog.action, ['identity.decided', 'identity.undone']),
    )
    expect(await api.db.$count(auditLog, target)).toBe(4)
  })

  it('refuse a decision if their list has changed', async () => {
    const id = newId()
    const [his, hers] = [await arrive(id, thomas), await arrive(id, amara)]
    const review = await reviewOf(id)
    const first = (await personOf(his.id)) ?? ''
    await arrive(id, amara)
    const stale = await decide(review, [{ personId: first, studyIds: [his.id, hers.id] }])
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'IDENTITY_REVIEW_CHANGED'])
    expect(await personOf(hers.id)).not.toBe(first)
    const twice = { ...(await reviewOf(id)), version: 1 }
    expect((await undo(twice)).json().code).toBe('IDENTITY_REVIEW_CHANGED')
    const unknown = { ...review, id: randomUUID() }
    expect((await undo(unknown)).json().code).toBe('IDENTITY_REVIEW_NOT_FOUND')
  })

  it('leave nothing behind when erased after being joined', async () => {
    const id = newId()
    const [his, hers] = [await arrive(id, thomas), await arrive(id, amara)]
    const rows = [(await personOf(his.id)) ?? '', (await personOf(hers.id)) ?? '']
    await api.db.update(patients).set({ address: 'Hidden lane 1' }).where(inArray(patients.id, rows))
    await decide(await reviewOf(id), [{ personId: rows[0] ?? '', studyIds: [his.id, hers.id] }])
    const { fingerprint } = await subject(his.id)
    const payload = { patientId: id, fingerprint, reason: 'Asked for by letter' }
    expect((await ask('admin', 'POST', `/api/admin/privacy/studies/${his.id}/erase`, payload)).statusCode).toBe(200)
    expect(await api.db.$count(patients, inArray(patients.id, rows))).toBe(0)
    expect(await reviewsOf(id, 'decided')).toEqual([])
  })

  it('refuse an export, erasure or correction if the list of studies has changed', async () => {
    const id = newId()
    const his = await arrive(id, thomas)
    const { fingerprint } = await subject(his.id)
    const { version } = await record(id, his.id)
    await arrive(id, thomas)
    const exported = await ask('admin', 'POST', `/api/admin/privacy/studies/${his.id}/export`, { fingerprint })
    expect([exported.statusCode, exported.json().code]).toEqual([409, 'SUBJECT_CHANGED'])
    const removal = { patientId: id, fingerprint, reason: 'Asked for by letter' }
    expect((await ask('admin', 'POST', `/api/admin/privacy/studies/${his.id}/erase`, removal)).json().code).toBe(
      'SUBJECT_CHANGED',
    )
    const correction = { version, patientInfo: { fullName: 'Lindqvist Tomas' } }
    const saved = await ask('admin', 'PUT', `/api/labEdit/patients/${id}?studyId=${his.id}`, correction)
    expect([saved.statusCode, saved.json().code]).toEqual([409, 'RECORD_STALE'])
    expect((await rowOf(his.id)).patientName).toBe('Lindqvist Thomas')
  })
})
