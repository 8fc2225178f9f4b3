import { randomUUID } from 'node:crypto'
import { findStudyAudience } from '@readroom/db/access/live-audience'
import { auditLog } from '@readroom/db/core/audit.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { patients } from '@readroom/db/patients/patients.schema'
import { labAeTitles, labs } from '@readroom/db/people/labs.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createAssignment, createCast, createReport, createStudy } from '@readroom/db/testing/factories'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageFor } from '../../core/realtime/messages.ts'
import { answerDuring } from '../../testing/held.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor'

describe('locations', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const newAeTitle = () => `AE${randomUUID().slice(0, 8).toUpperCase()}`
  const set = (studyId: string, payload: object) =>
    api.request({ method: 'PUT', url: `/api/admin/studies/${studyId}/location`, payload }, cast.admin)
  const sees = async (who: Who, studyId: string) =>
    (await api.request({ method: 'GET', url: `/api/studies/${studyId}` }, cast[who])).statusCode === 200
  const total = async (who: 'staffA' | 'assignedDoctor') => {
    const url = who === 'staffA' ? '/api/lab/values' : '/api/doctor/values'
    return (await api.request({ method: 'GET', url }, cast[who])).json().total as number
  }
  /** Registers an AE title for laboratory B. */
  async function register(aeTitle: string) {
    const details = await api.request({ method: 'GET', url: `/api/admin/labs/details/${cast.labB.id}` }, cast.admin)
    const { name, identifier, aeTitles } = details.json().data
    const payload = { name, identifier, isActive: true, aeTitles: [...aeTitles, aeTitle] }
    return api.request({ method: 'PUT', url: `/api/admin/labs/update/${cast.labB.id}`, payload }, cast.admin)
  }
  const labOf = async (id: string) => (await api.db.select().from(studies).where(eq(studies.id, id)))[0]?.labId

  async function conflicted() {
    const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor', patientId: randomUUID() })
    await createAssignment(api.db, { studyId: study.id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
    const before = [await total('staffA'), await total('assignedDoctor')]
    await api.db.update(studies).set({ labConflictAt: sql`now()` }).where(eq(studies.id, study.id))
    return { study, before }
  }

  it('hide a study that two laboratories claim from all but administrators, until one decides', async () => {
    const { study, before } = await conflicted()
    const whoSees = async () => ({
      admin: await sees('admin', study.id),
      staffA: await sees('staffA', study.id),
      staffB: await sees('staffB', study.id),
      assignedDoctor: await sees('assignedDoctor', study.id),
    })
    expect(await whoSees()).toEqual({ admin: true, staffA: false, staffB: false, assignedDoctor: false })
    expect([await total('staffA'), await total('assignedDoctor')]).toEqual(before.map((count) => count - 1))
    const row = (await api.request({ method: 'GET', url: `/api/studies/${study.id}` }, cast.admin)).json().study
    expect(row).toMatchObject({ location: null, flags: ['laboratoryConflict'] })

    const answer = await set(study.id, { locationId: cast.labB.id })
    expect(answer.json()).toMatchObject({ changed: 1, study: { locationId: cast.labB.id, flags: [] } })
    expect(await whoSees()).toEqual({ admin: true, staffA: false, staffB: true, assignedDoctor: true })
    expect(await total('assignedDoctor')).toBe(before[1])
  })

  it('can be set while the study gets another patient', async () => {
    const [study, other] = [await createStudy(api.db, { patientId: randomUUID() }), await createStudy(api.db)]
    const answer = await answerDuring(
      api,
      (tx) => tx.update(studies).set({ patientRowId: other.patientRowId }).where(eq(studies.id, study.id)),
      () => set(study.id, { locationId: cast.labB.id }),
    )
    expect(answer.json()).toMatchObject({ changed: 1 })
    expect(await labOf(study.id)).toBe(cast.labB.id)
  })

  it('are given to all studies of a registered AE title, also to one that gets another patient at that moment', async () => {
    const callingAeTitle = newAeTitle()
    const study = await createStudy(api.db, { callingAeTitle, patientId: randomUUID() })
    const other = await createStudy(api.db)
    await answerDuring(
      api,
      (tx) => tx.update(studies).set({ patientRowId: other.patientRowId }).where(eq(studies.id, study.id)),
      () => register(callingAeTitle),
    )
    expect(await labOf(study.id)).toBe(cast.labB.id)
  })

  it('send only the removal of such a study in live messages', async () => {
    const { study } = await conflicted()
    const audience = await findStudyAudience(api.db, study.id)
    if (!audience) throw new Error('no such study')
    const doctorIds = [cast.assignedDoctor.doctorId]
    const changed = { id: 1, type: 'study.changed', studyId: study.id } as const
    const hear = (who: Who, event = { ...changed, formerDoctorIds: [] as string[] }) => messageFor(cast[who], audience, event)
    expect([hear('staffA'), hear('assignedDoctor')]).toEqual([null, null])
    const lost = { ...changed, formerDoctorIds: doctorIds, formerLabId: cast.labA.id }
    const went = { id: 1, type: 'worklist_changed', studyId: study.id }
    expect([hear('staffA', lost), hear('assignedDoctor', lost), hear('staffB', lost)]).toEqual([went, went, null])
  })

  it('block share links of an administrator for such a study', async () => {
    const study = await createStudy(api.db, { labId: cast.labA.id })
    const payload = { studyId: study.id }
    const link = await api.request({ method: 'POST', url: '/api/sharing/generate-link', payload }, cast.admin)
    const token = link.json().shareableLink.slice(-43)
    const open = () => api.request({ method: 'GET', url: `/api/sharing/access/${token}` })
    const before = (await open()).statusCode
    await api.db.update(studies).set({ labConflictAt: sql`now()` }).where(eq(studies.id, study.id))
    expect([before, (await open()).statusCode]).toEqual([200, 404])
  })

  it('are set for a study and its patient, audited and announced', async () => {
    const study = await createStudy(api.db, { patientId: `P-${randomUUID()}`, patientName: 'Ada Phantom' })
    expect((await set(study.id, { locationId: cast.labA.id })).statusCode).toBe(200)
    const [moved] = await api.db.select().from(studies).where(eq(studies.id, study.id))
    const [patient] = await api.db
      .select()
      .from(patients)
      .where(eq(patients.id, moved?.patientRowId ?? ''))
    expect(patient).toMatchObject({ labId: cast.labA.id, patientId: study.patientId })
    const audited = and(eq(auditLog.action, 'study.located'), eq(auditLog.targetId, study.id))
    expect(await api.db.$count(auditLog, audited)).toBe(1)
    const told = sql`${outbox.payload} ->> 'studyId' = ${study.id} and ${outbox.name} = 'study.changed'`
    expect(await api.db.$count(outbox, told)).toBe(1)
    expect((await set(study.id, { locationId: cast.labA.id })).json().changed).toBe(0)
  })

  it('send the mail about a finished report to a laboratory that gets its study', async () => {
    const { assignedDoctor, labA, labB } = cast
    await api.db.update(labs).set({ mailOnReport: true, contactEmail: 'b@laboratory.example' }).where(eq(labs.id, labB.id))
    const study = await createStudy(api.db, { labId: labA.id, status: 'report_finalized', patientId: randomUUID() })
    const by = { doctorId: assignedDoctor.doctorId, uploadedBy: assignedDoctor.userId }
    const report = await createReport(api.db, { studyId: study.id, ...by, status: 'finalized' })
    const mails = sql`${outbox.payload} ->> 'reportId' = ${report.id} and ${outbox.name} = 'report-notice.send'`
    expect((await set(study.id, { locationId: labB.id })).statusCode).toBe(200)
    expect(await api.db.$count(outbox, mails)).toBe(1)
  })

  it('are set for all studies of an AE title without a location, and no others', async () => {
    const callingAeTitle = newAeTitle()
    const [one, two] = [await createStudy(api.db, { callingAeTitle }), await createStudy(api.db, { callingAeTitle })]
    const placed = await createStudy(api.db, { callingAeTitle, labId: cast.labB.id })
    const claimed = await createStudy(api.db, { callingAeTitle, labConflictAt: new Date() })
    const stranger = await createStudy(api.db, { callingAeTitle: newAeTitle() })
    const asked = await api.request({ method: 'GET', url: `/api/admin/studies/${one.id}/location` }, cast.admin)
    expect(asked.json()).toMatchObject({ locationId: null, callingAeTitle, others: 1 })
    expect((await set(one.id, { locationId: cast.labA.id, others: true })).json().changed).toBe(2)
    const ids = [one, two, placed, claimed, stranger].map(({ id }) => id)
    expect(await Promise.all(ids.map(labOf))).toEqual([cast.labA.id, cast.labA.id, cast.labB.id, null, null])
  })

  it('are set when an AE title is registered for a laboratory', async () => {
    const callingAeTitle = newAeTitle()
    const study = await createStudy(api.db, { callingAeTitle })
    expect((await register(callingAeTitle)).statusCode).toBe(200)
    expect(await labOf(study.id)).toBe(cast.labB.id)
    expect(await api.db.$count(labAeTitles, eq(labAeTitles.aeTitle, callingAeTitle))).toBe(1)
  })

  it('are refused for unknown studies and laboratories', async () => {
    const study = await createStudy(api.db)
    const codes = [
      (await set(study.id, { locationId: randomUUID() })).json().code,
      (await set(randomUUID(), { locationId: cast.labA.id })).json().code,
    ]
    expect(codes).toEqual(['LAB_NOT_FOUND', 'STUDY_NOT_FOUND'])
    expect(await labOf(study.id)).toBeNull()
  })
})
