import { doctors, users } from '@readroom/db/schema/accounts'
import { assignments, studyEventLog } from '@readroom/db/schema/studies'
import { createCast, createDoctor, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

describe('assignment', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const change = (verb: 'assign' | 'unassign', studyId: string, doctorId: string) =>
    api.request({ method: 'POST', url: `/api/admin/studies/${studyId}/${verb}`, payload: { doctorId } }, cast.admin)
  const doctorsRows = async (who: 'assignedDoctor' | 'otherDoctor') =>
    (await api.request({ method: 'GET', url: '/api/doctor/assigned-studies' }, cast[who])).json().data
  const events = async (studyId: string) =>
    (await api.db.select().from(studyEventLog).where(eq(studyEventLog.studyId, studyId))).map(
      ({ event, toStatus }) => `${event}>${toStatus}`,
    )

  it('gives the study to several doctors and takes it from one of them', async () => {
    const study = await createStudy(api.db, { status: 'pending_assignment' })
    const [one, two] = [cast.assignedDoctor.doctorId, cast.otherDoctor.doctorId]
    await change('assign', study.id, one)
    const answer = (await change('assign', study.id, two)).json()
    expect(answer.study).toMatchObject({ workflowStatus: 'assigned_to_doctor' })
    expect(answer.study.doctorAssignments.map((a: { doctorId: string }) => a.doctorId)).toEqual([one, two])
    expect([await doctorsRows('assignedDoctor'), await doctorsRows('otherDoctor')].map((rows) => rows.length)).toEqual([1, 1])

    await change('unassign', study.id, one)
    expect(await doctorsRows('assignedDoctor')).toEqual([])
    expect((await change('unassign', study.id, two)).json().study).toMatchObject({
      workflowStatus: 'pending_assignment',
      doctorAssignments: [],
    })
    expect(await events(study.id)).toEqual([
      'assigned>assigned_to_doctor',
      'assigned>assigned_to_doctor',
      'unassigned>pending_assignment',
    ])
  })

  it('is taken from a doctor whose account or profile is not active any more', async () => {
    const { doctor, user } = await createDoctor(api.db)
    const study = await createStudy(api.db, { status: 'pending_assignment' })
    await change('assign', study.id, doctor.id)
    await api.db.update(doctors).set({ isActiveProfile: false }).where(eq(doctors.id, doctor.id))
    await api.db.update(users).set({ isActive: false }).where(eq(users.id, user.id))
    const answer = await change('unassign', study.id, doctor.id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().study).toMatchObject({ workflowStatus: 'pending_assignment', doctorAssignments: [] })
  })

  it('is harmless when repeated, also in parallel', async () => {
    const study = await createStudy(api.db, { status: 'pending_assignment' })
    const doctorId = cast.assignedDoctor.doctorId
    const answers = await Promise.all(Array.from({ length: 5 }, () => change('assign', study.id, doctorId)))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(await api.db.$count(assignments, eq(assignments.studyId, study.id))).toBe(1)
    expect(await events(study.id)).toEqual(['assigned>assigned_to_doctor'])
    await change('unassign', study.id, doctorId)
    expect((await change('unassign', study.id, doctorId)).statusCode).toBe(200)
    expect(await events(study.id)).toHaveLength(2)
  })

  it('refuses a doctor whose profile is not active, an unknown doctor and an archived study, and changes nothing', async () => {
    const { doctor } = await createDoctor(api.db, { isActiveProfile: false })
    const study = await createStudy(api.db, { status: 'pending_assignment' })
    const archived = await createStudy(api.db, { status: 'archived' })
    const refusals = [
      await change('assign', study.id, doctor.id),
      await change('assign', study.id, study.id),
      await change('assign', archived.id, cast.assignedDoctor.doctorId),
    ].map((answer) => [answer.statusCode, answer.json().message])
    expect(refusals).toEqual([
      [409, 'This doctor is not active and cannot be assigned.'],
      [404, 'Doctor not found'],
      [409, 'This is not possible while the study is in status "Archived".'],
    ])
    expect(await events(study.id)).toEqual([])
    expect(await api.db.$count(assignments, eq(assignments.studyId, archived.id))).toBe(0)
  })

  it('lists who can be assigned, and who is online', async () => {
    await api.db.update(doctors).set({ isActiveProfile: false }).where(eq(doctors.id, cast.otherDoctor.doctorId))
    const list = async (query: string) =>
      (await api.request({ method: 'GET', url: `/api/admin/doctors${query}` }, cast.admin)).json().doctors as {
        _id: string
        isLoggedIn: boolean
      }[]
    const active = await list('?status=active')
    expect(active.map(({ _id, isLoggedIn }) => ({ _id, isLoggedIn }))).toEqual([
      { _id: cast.assignedDoctor.doctorId, isLoggedIn: true },
    ])
    expect((await list('?status=inactive')).map(({ _id }) => _id)).toContain(cast.otherDoctor.doctorId)
    await api.db.update(doctors).set({ isActiveProfile: true }).where(eq(doctors.id, cast.otherDoctor.doctorId))
  })
})
