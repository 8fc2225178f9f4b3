import { auditEndpoints } from '@readroom/contracts/operations/audit'
import { audit } from '@readroom/db/core/audit'
import { patients } from '@readroom/db/patients/patients.schema'
import { createActor, createLab, createStudy, createUser } from '@readroom/db/testing/factories'
import { runAuditCheck } from '@readroom/domain/operations/audit-check'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

type Signed = Awaited<ReturnType<typeof createActor>>

describe('audit log', () => {
  let api: TestApi
  let admin: Signed
  let reader: Signed

  beforeAll(async () => {
    api = await startTestApi({ env: { CLINIC_TIME_ZONE: 'Asia/Tokyo' } })
    admin = await createActor(api.db, await createUser(api.db, 'admin'))
    reader = await createActor(api.db, await createUser(api.db, 'doctor_account', { fullName: 'Dr Odalys Quintero' }))
  })
  afterAll(() => api.stop())

  const list = async (query: Record<string, string> = {}) => {
    const answer = await api.request({ method: 'GET', url: '/api/admin/audit', query }, admin)
    return auditEndpoints.list.response.parse(answer.json())
  }
  const actionsOf = async (query: Record<string, string>) => (await list(query)).data.map(({ action }) => action)
  const look = (studyId: string, who = reader) =>
    audit(api.db, who, { action: 'images.opened', target: { type: 'study', id: studyId } })

  it('lists who did what to whom, newest first, and that it was viewed', async () => {
    const study = await createStudy(api.db, { patientName: 'Lindqvist Thomas', patientId: 'RH-7' })
    await look(study.id)
    const { data } = await list()
    expect(data[0]).toMatchObject({ action: 'audit.viewed', person: { _id: admin.userId }, isIntact: true })
    expect(data[1]).toMatchObject({
      action: 'images.opened',
      person: { fullName: 'Dr Odalys Quintero', role: 'doctor_account' },
      patient: { _id: study.patientRowId, patientId: 'RH-7', patientName: 'Lindqvist Thomas' },
      study: { _id: study.id },
      address: reader.address,
    })
  })

  it('is searched by account, patient, study, action, kind and text', async () => {
    const lab = await createLab(api.db)
    const study = await createStudy(api.db, { labId: lab.id, patientId: 'WANTED-1', accessionNumber: 'ACC-555' })
    const other = await createStudy(api.db, { labId: lab.id })
    const someone = await createActor(api.db, await createUser(api.db, 'lab_staff', { fullName: 'Rosa Ålund' }))
    await look(study.id, someone)
    await look(other.id, someone)
    await audit(api.db, someone, { action: 'document.uploaded', target: { type: 'patient', id: study.patientRowId } })

    expect(await actionsOf({ person: someone.userId })).toEqual(['document.uploaded', 'images.opened', 'images.opened'])
    expect(await actionsOf({ person: someone.userId, kind: 'change' })).toEqual(['document.uploaded'])
    expect(await actionsOf({ person: someone.userId, action: 'images.opened', study: other.id })).toEqual(['images.opened'])
    expect(await actionsOf({ patient: study.patientRowId })).toEqual(['document.uploaded', 'images.opened'])
    expect(await actionsOf({ study: study.id })).toEqual(['images.opened'])
    expect(await actionsOf({ search: 'ålund' })).toHaveLength(3)
    expect(await actionsOf({ search: 'wanted-1' })).toEqual(['document.uploaded', 'images.opened'])
    expect(await actionsOf({ search: 'ACC-555' })).toEqual(['images.opened'])
    expect(await actionsOf({ search: 'ACC-555', kind: 'access' })).toEqual([])
    expect(await actionsOf({ search: '100%' })).toEqual([])
    expect(await actionsOf({ recordOf: study.id })).toEqual(['document.uploaded', 'images.opened'])
    expect(await actionsOf({ recordOf: lab.id })).toEqual([])
  })

  it('finds a patient by words of the name, in any order and without accents, but not others with the same ID', async () => {
    const lab = await createLab(api.db)
    const shared = { labId: lab.id, patientId: 'SHARED-9' }
    const wanted = await createStudy(api.db, { ...shared, patientName: 'Nguyễn^Thị Ánh' })
    const twin = await createStudy(api.db, { ...shared, patientName: 'Oldbury^Piers' })
    const someone = await createActor(api.db, await createUser(api.db, 'lab_staff'))
    await look(wanted.id, someone)
    await look(twin.id, someone)
    const found = async (search: string) => (await list({ search, person: someone.userId })).data.map(({ study }) => study?._id)
    expect(await found('thi nguyen')).toEqual([wanted.id])
    expect(await found('oldbury')).toEqual([twin.id])
    expect(await found('nguyen oldbury')).toEqual([])
  })

  it("filters by days in the clinic's zone, both included", async () => {
    const { db } = api
    const someone = await createActor(db, await createUser(db, 'lab_staff'))
    await db.execute(`insert into audit_log (at, actor_user_id, action, address) values
      ('2020-03-01T14:59:59.999Z', '${someone.userId}', 'logout', '::1'), ('2020-03-01T15:00:00Z', '${someone.userId}', 'login.succeeded', '::1'),
      ('2020-03-02T14:59:59.999Z', '${someone.userId}', 'tat.exported', '::1'), ('2020-03-02T15:00:00Z', '${someone.userId}', 'images.packed', '::1')`)
    const day = '2020-03-02'
    expect(await actionsOf({ person: someone.userId, from: day, to: day })).toEqual(['tat.exported', 'login.succeeded'])
    expect(await actionsOf({ person: someone.userId, to: '2020-03-01' })).toEqual(['logout'])
    expect(await actionsOf({ person: someone.userId, from: '2020-03-03' })).toEqual(['images.packed'])
  })

  it('pages without skipping or repeating entries while new ones arrive', async () => {
    const study = await createStudy(api.db)
    for (let index = 0; index < 150; index++) await look(study.id)
    const query = { study: study.id }
    const first = await list(query)
    await look(study.id)
    const second = await list({ ...query, before: String(first.next) })
    const seen = [...first.data, ...second.data].map(({ entry }) => entry)
    expect([first.data.length, second.data.length, second.next]).toEqual([100, 50, null])
    expect(new Set(seen).size).toBe(150)
    expect(seen).toEqual([...seen].sort((one, other) => other - one))
  })

  it('records once when a record is opened', async () => {
    const lab = await createLab(api.db)
    const study = await createStudy(api.db, { labId: lab.id, patientId: 'OPEN-1' })
    const open = () => api.request({ method: 'GET', url: `/api/labEdit/patients/OPEN-1`, query: { studyId: study.id } }, admin)
    expect((await open()).statusCode).toBe(200)
    await open()
    expect(await actionsOf({ patient: study.patientRowId })).toEqual(['record.opened'])
  })

  it('stores no patient details, and shows the corrected ones', async () => {
    const study = await createStudy(api.db, { patientId: 'OLD-1' })
    await audit(api.db, admin, { action: 'record.saved', target: { type: 'patient', id: study.patientRowId } })
    await api.db.update(patients).set({ patientId: 'NEW-1' }).where(eq(patients.id, study.patientRowId))
    const [entry] = (await list({ patient: study.patientRowId })).data
    expect(entry).toMatchObject({ action: 'record.saved', patient: { patientId: 'NEW-1' } })
  })

  it('exports the filtered entries, and records the export', async () => {
    const study = await createStudy(api.db)
    await look(study.id)
    const answer = await api.request({ method: 'GET', url: '/api/admin/audit/export', query: { study: study.id } }, admin)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toMatch(/Audit_\d{4}-\d\d-\d\d\.xlsx/)
    expect(await actionsOf({ action: 'audit.exported' })).toEqual(['audit.exported'])
    const none = await api.request({ method: 'GET', url: '/api/admin/audit/export', query: { person: study.id } }, admin)
    expect(none.json().code).toBe('EXPORT_EMPTY')
  })

  it("detects an entry that the database's owner changed, on the page and in the chain check", async () => {
    const own = await startTestApi()
    const boss = await createActor(own.db, await createUser(own.db, 'admin'))
    const of = async (url: string, method: 'GET' | 'POST' = 'GET') => (await own.request({ method, url }, boss)).json()
    await audit(own.db, boss, { action: 'login.succeeded' })
    await audit(own.db, boss, { action: 'user.deleted', target: { type: 'user', id: boss.userId } })
    await audit(own.db, boss, { action: 'logout' })
    expect(await runAuditCheck(own.db)).toMatchObject({ fault: null, entries: 3 })
    await audit(own.db, boss, { action: 'login.succeeded' })
    const { check: passed } = auditEndpoints.check.response.parse(await of('/api/admin/audit/check'))
    expect(passed.last).toMatchObject({ fault: null, entries: 3, total: 4 })

    const asProgram = own.db.execute(`update audit_log set action = 'list.saved' where action = 'user.deleted'`)
    await expect(asProgram).rejects.toThrow()
    await own.asOwner(
      `set session_replication_role = replica; update audit_log set action = 'list.saved' where action = 'user.deleted'`,
    )
    const { data } = auditEndpoints.list.response.parse(await of('/api/admin/audit'))
    const faulty = data.filter(({ isIntact }) => !isIntact)
    expect(faulty).toMatchObject([{ action: 'list.saved' }])

    const asked = auditEndpoints.startCheck.response.parse(await of('/api/admin/audit/check', 'POST'))
    expect(asked.check.askedAt).not.toBeNull()
    await runAuditCheck(own.db)
    const { check } = auditEndpoints.check.response.parse(await of('/api/admin/audit/check'))
    expect(check).toMatchObject({
      askedAt: null,
      last: { faultyEntry: faulty[0]?.entry, fault: expect.stringContaining('does not fit') },
    })
    await own.stop()
  })
})
