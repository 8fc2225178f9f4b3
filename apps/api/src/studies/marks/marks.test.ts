import { auditLog } from '@readroom/db/core/audit.schema'
import { createCast, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const note = 'Both knees were asked for'

describe('marks of a study', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const makeStudy = async () => {
    const patientId = crypto.randomUUID()
    const { id } = await createStudy(api.db, { labId: cast.labA.id, status: 'pending_assignment', patientId })
    return { id, patientId }
  }
  type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor'
  const put = (who: Who, id: string, mark: string, payload: object) =>
    api.request({ method: 'PUT', url: `/api/studies/${id}/marks/${mark}`, payload }, cast[who])
  const get = async (url: string) => (await api.request({ method: 'GET', url }, cast.staffA)).json()
  const courseOf = async ({ id, patientId }: { id: string; patientId: string }) =>
    (await get(`/api/patients/${patientId}?studyId=${id}`)).data.course

  it('shows a mark with its note in the row, the history and a filter', async () => {
    const study = await makeStudy()
    const answer = await put('staffA', study.id, 'studyException', { isSet: true, note })
    expect(answer.json().study).toMatchObject({
      flags: ['studyException'],
      caseFlags: ['studyException'],
      markNotes: { studyException: note },
    })
    const found = await get('/api/lab/studies?caseFlag=studyException&limit=1000')
    expect(found.data.map(({ _id }: { _id: string }) => _id)).toContain(study.id)
    expect(await courseOf(study)).toMatchObject([{ step: 'marked', byRole: 'lab_staff', mark: { name: 'studyException', note } }])
  })

  it('removes a mark together with its note', async () => {
    const study = await makeStudy()
    await put('staffA', study.id, 'studyException', { isSet: true, note })
    const answer = await put('staffA', study.id, 'studyException', { isSet: false })
    expect(answer.json().study).toMatchObject({ flags: [], caseFlags: [], markNotes: {} })
    expect((await courseOf(study)).map(({ step }: { step: string }) => step)).toEqual(['marked', 'unmarked'])
  })

  it('changes nothing if the mark is set already', async () => {
    const study = await makeStudy()
    for (const _time of [1, 2]) await put('staffA', study.id, 'billedStudy', { isSet: true })
    expect(await courseOf(study)).toHaveLength(1)
  })

  it('writes who set a mark to the audit log, and not the note', async () => {
    const { id } = await makeStudy()
    await put('staffA', id, 'studyException', { isSet: true, note })
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, id))
    expect(entries).toMatchObject([
      { action: 'study.marked', actorUserId: cast.staffA.userId, details: { mark: 'studyException' } },
    ])
    expect(JSON.stringify(entries)).not.toContain(note)
  })

  it('refuses roles without the permission of the mark, other laboratories, and a note where the mark has none', async () => {
    const { id } = await makeStudy()
    expect((await put('assignedDoctor', id, 'billedStudy', { isSet: true })).statusCode).toBe(403)
    expect((await put('staffB', id, 'billedStudy', { isSet: true })).statusCode).toBe(404)
    expect((await put('staffA', id, 'billedStudy', { isSet: true, note })).statusCode).toBe(400)
    expect((await put('staffA', id, 'unknown', { isSet: true })).statusCode).toBe(404)
  })

  it('has the same steps and keeps notes if the patient record changes the marks', async () => {
    const study = await makeStudy()
    await put('staffA', study.id, 'studyException', { isSet: true, note })
    const record = (await get(`/api/labEdit/patients/${study.patientId}?studyId=${study.id}`)).data
    const payload = { version: record.version, studyInfo: { caseFlags: ['studyException', 'billedStudy'] } }
    const url = `/api/labEdit/patients/${study.patientId}?studyId=${study.id}`
    expect((await api.request({ method: 'PUT', url, payload }, cast.staffA)).statusCode).toBe(200)
    const row = (await get(`/api/studies/${study.id}`)).study
    expect(row).toMatchObject({ flags: ['studyException', 'billedStudy'], markNotes: { studyException: note } })
    const marks = (await courseOf(study)).map(({ mark }: { mark: { name: string } | null }) => mark?.name)
    expect(marks).toEqual(['studyException', 'billedStudy'])
  })
})
