import type { Priority } from '@readroom/contracts/core/primitives'
import type { StudyStatus } from '@readroom/contracts/studies/study-workflow'
import { users } from '@readroom/db/access/accounts.schema'
import type { Tx } from '@readroom/db/core/client'
import { updateDoctorProfile } from '@readroom/db/people/doctors'
import { doctors } from '@readroom/db/people/doctors.schema'
import { updateUser } from '@readroom/db/people/users'
import { assignments } from '@readroom/db/studies/assignments/assignments.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createCast, createDoctor, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDuring } from '../../testing/held.fixture.ts'
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

  it('adds several doctors to a study and removes one of them', async () => {
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

  it('replaces all readers at once or adds a second one, and the history tells which', async () => {
    const study = await createStudy(api.db, { status: 'pending_assignment', labId: cast.labA.id, patientId: 'REASSIGNED' })
    const [one, two] = [cast.assignedDoctor.doctorId, cast.otherDoctor.doctorId]
    const assign = async (doctorId: string, mode: 'add' | 'replace') =>
      api.request({ method: 'POST', url: `/api/admin/studies/${study.id}/assign`, payload: { doctorId, mode } }, cast.admin)
    const readers = (answer: Awaited<ReturnType<typeof assign>>) =>
      answer.json().study.doctorAssignments.map((a: { doctorId: string }) => a.doctorId)
    const rowsOf = async () => [await doctorsRows('assignedDoctor'), await doctorsRows('otherDoctor')].map((rows) => rows.length)
    await assign(one, 'add')
    const replaced = await assign(two, 'replace')
    expect([readers(replaced), replaced.json().replaced, await rowsOf()]).toEqual([[two], [one], [0, 1]])
    const added = await assign(one, 'add')
    expect([readers(added).toSorted(), added.json().replaced, await rowsOf()]).toEqual([[one, two].toSorted(), [], [1, 1]])
    const alone = await assign(one, 'replace')
    expect([readers(alone), alone.json().isNew, await rowsOf()]).toEqual([[one], false, [1, 0]])
    const { data } = (
      await api.request({ method: 'GET', url: `/api/patients/REASSIGNED?studyId=${study.id}` }, cast.admin)
    ).json()
    const steps = data.course.map(({ step }: { step: string }) => step)
    expect(steps.filter((step: string) => step !== 'received')).toEqual(['assigned', 'reassigned', 'readerAdded'])
    expect(await events(study.id)).toEqual(Array(3).fill('assigned>assigned_to_doctor'))
  })

  it('replaces one reader and keeps the second one', async () => {
    const study = await createStudy(api.db, { status: 'pending_assignment' })
    const [leaving, second] = [cast.assignedDoctor.doctorId, cast.otherDoctor.doctorId]
    const { doctor, user } = await createDoctor(api.db)
    const next = doctor.id
    const assign = async (payload: object) =>
      (await api.request({ method: 'POST', url: `/api/admin/studies/${study.id}/assign`, payload }, cast.admin)).json()
    await assign({ doctorId: leaving })
    await assign({ doctorId: second })
    const { replaced, study: row } = await assign({ doctorId: next, mode: 'replace', from: leaving })
    expect(replaced).toEqual([leaving])
    expect(row.doctorAssignments.map((one: { doctorId: string }) => one.doctorId).toSorted()).toEqual([second, next].toSorted())
    await api.db.update(users).set({ isActive: false }).where(eq(users.id, user.id))
  })

  it('is removed from a doctor whose account or profile is inactive', async () => {
    const { doctor, user } = await createDoctor(api.db)
    const study = await createStudy(api.db, { status: 'pending_assignment' })
    await change('assign', study.id, doctor.id)
    await api.db.update(doctors).set({ isActiveProfile: false }).where(eq(doctors.id, doctor.id))
    await api.db.update(users).set({ isActive: false }).where(eq(users.id, user.id))
    const answer = await change('unassign', study.id, doctor.id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().study).toMatchObject({ workflowStatus: 'pending_assignment', doctorAssignments: [] })
  })

  it.each<[string, (tx: Tx, who: { doctorId: string; userId: string }) => Promise<void>]>([
    ['profile', (tx, { doctorId }) => updateDoctorProfile(tx, doctorId, { isActiveProfile: false })],
    ['account', (tx, { userId }) => updateUser(tx, userId, { isActive: false })],
  ])('is refused while the %s of the doctor is being deactivated', async (_what, deactivate) => {
    const { doctor, user } = await createDoctor(api.db)
    const study = await createStudy(api.db, { status: 'pending_assignment' })
    const deactivated = (tx: Tx) => deactivate(tx, { doctorId: doctor.id, userId: user.id })
    const answer = await answerDuring(api, deactivated, () => change('assign', study.id, doctor.id))
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'DOCTOR_NOT_ASSIGNABLE'])
    expect(await api.db.$count(assignments, eq(assignments.studyId, study.id))).toBe(0)
  })

  it('refuses a study that nobody would see, until its laboratory is decided', async () => {
    const study = await createStudy(api.db, { status: 'pending_assignment', labId: cast.labA.id })
    await api.db.update(studies).set({ labConflictAt: new Date() }).where(eq(studies.id, study.id))
    const answer = await change('assign', study.id, cast.assignedDoctor.doctorId)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'LAB_UNDECIDED'])
    expect(await events(study.id)).toEqual([])
  })

  it('has no further effect when repeated, even in parallel', async () => {
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

  it.each<[Priority, Priority | undefined, Priority]>([
    ['NORMAL', 'EMERGENCY', 'EMERGENCY'],
    ['NORMAL', undefined, 'NORMAL'],
    ['HIGH', 'URGENT', 'URGENT'],
    ['EMERGENCY', undefined, 'EMERGENCY'],
    ['EMERGENCY', 'NORMAL', 'EMERGENCY'],
    ['STAT', 'HIGH', 'STAT'],
  ])('of a study of priority %s with %s leaves it %s', async (before, priority, after) => {
    const study = await createStudy(api.db, { status: 'pending_assignment', priority: before })
    const url = `/api/admin/studies/${study.id}/assign`
    const payload = { doctorId: cast.assignedDoctor.doctorId, ...(priority && { priority }) }
    const answer = (await api.request({ method: 'POST', url, payload }, cast.admin)).json()
    expect(answer.study).toMatchObject({ priority: after, workflowStatus: 'assigned_to_doctor' })
    const rows = await api.db.select().from(assignments).where(eq(assignments.studyId, study.id))
    expect(rows.map((row) => row.priority)).toEqual([after])
    expect(await events(study.id)).toHaveLength(before === after ? 1 : 2)
  })

  it('cannot be taken back from a doctor who has begun with the study', async () => {
    const [opened, untouched] = [
      await createStudy(api.db, { status: 'pending_assignment' }),
      await createStudy(api.db, { status: 'pending_assignment' }),
    ]
    const { doctorId } = cast.assignedDoctor
    for (const { id } of [opened, untouched]) await change('assign', id, doctorId)
    const interaction = { url: `/api/admin/studies/${opened.studyInstanceUid}/interaction`, payload: { action: 'ohif_opened' } }
    await api.request({ method: 'PUT', ...interaction }, cast.assignedDoctor)
    const takeBack = async (studyId: string) => {
      const url = `/api/admin/studies/${studyId}/unassign`
      const answer = await api.request({ method: 'POST', url, payload: { doctorId, onlyUntouched: true } }, cast.admin)
      return [answer.statusCode, answer.json().message ?? answer.json().study.workflowStatus]
    }
    expect(await takeBack(opened.id)).toEqual([409, 'The doctor has already started this study and keeps it.'])
    expect(await takeBack(untouched.id)).toEqual([200, 'pending_assignment'])
    expect((await change('unassign', opened.id, doctorId)).statusCode).toBe(200)
    // The opening happened before the new assignment, so it no longer counts.
    await change('assign', opened.id, doctorId)
    expect(await takeBack(opened.id)).toEqual([200, 'pending_assignment'])
  })

  it('lowers the priority that it raised when taken back, unless it was set since', async () => {
    const { doctorId } = cast.assignedDoctor
    const study = await createStudy(api.db, { status: 'pending_assignment' })
    const send = async (verb: 'assign' | 'unassign', body: object) => {
      const request = { method: 'POST', url: `/api/admin/studies/${study.id}/${verb}`, payload: { doctorId, ...body } } as const
      return (await api.request(request, cast.admin)).json()
    }
    expect(await send('assign', { priority: 'URGENT' })).toMatchObject({ isNew: true, raisedFrom: 'NORMAL' })
    expect((await send('unassign', { onlyUntouched: true, lowerTo: 'NORMAL' })).study.priority).toBe('NORMAL')

    expect(await send('assign', { priority: 'HIGH' })).toMatchObject({ raisedFrom: 'NORMAL' })
    expect(await send('assign', { priority: 'EMERGENCY' })).toMatchObject({ isNew: false, raisedFrom: 'HIGH' })
    expect((await send('unassign', { lowerTo: 'NORMAL' })).study.priority).toBe('EMERGENCY')
    expect((await send('assign', { priority: 'NORMAL' })).raisedFrom).toBeNull()
    expect((await send('unassign', { lowerTo: 'EMERGENCY' })).study.priority).toBe('EMERGENCY')
  })

  it('tells how many studies each doctor has to report', async () => {
    const { doctorId } = cast.otherDoctor
    const open = async () => {
      const list = (await api.request({ method: 'GET', url: '/api/admin/doctors?status=active' }, cast.admin)).json().doctors
      return list.find(({ _id }: { _id: string }) => _id === doctorId).openStudies
    }
    const before = await open()
    const statuses: StudyStatus[] = ['pending_assignment', 'report_in_progress', 'report_drafted', 'report_finalized']
    const ids: string[] = []
    for (const status of statuses) ids.push((await createStudy(api.db, { status })).id)
    for (const id of ids) await change('assign', id, doctorId)
    expect(await open()).toBe(before + 3)
    await change('unassign', String(ids[0]), doctorId)
    expect(await open()).toBe(before + 2)
  })

  it('refuses an inactive profile, an unknown doctor and an archived study, and changes nothing', async () => {
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

  it('lists doctors who can be assigned, and who is online', async () => {
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
