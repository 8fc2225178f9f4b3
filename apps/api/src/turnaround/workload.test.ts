import { weekdays } from '@readroom/contracts/people/doctors'
import type { PresenceFields } from '@readroom/contracts/people/presence'
import type { OwnWorkload, Workload } from '@readroom/contracts/turnaround/workload'
import { users } from '@readroom/db/access/accounts.schema'
import { doctorPresence } from '@readroom/db/people/presence.schema'
import { createActor, createAssignment, createCast, createDoctor, createLab, createStudy } from '@readroom/db/testing/factories'
import { assignmentRefusals } from '@readroom/db/turnaround/automatic-assignment.schema'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
})
afterAll(() => api.stop())

type Fields = Parameters<typeof createStudy>[1]

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour)
const bands = {
  quiet: { warnAt: inHours(1), dueAt: inHours(2) },
  atRisk: { warnAt: inHours(-1), dueAt: inHours(2) },
  late: { warnAt: inHours(-2), dueAt: inHours(-1) },
}

async function give(doctorId: string, fields: Fields) {
  const study = await createStudy(api.db, { status: 'assigned_to_doctor', ...fields })
  await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
}

async function view(): Promise<Workload> {
  const answer = await api.request({ method: 'GET', url: '/api/admin/workload' }, cast.admin)
  expect(answer.statusCode).toBe(200)
  return answer.json().workload
}

it('counts the open, late and reported studies of each doctor, those with the most late ones first', async () => {
  const [busy, calm] = [(await createDoctor(api.db)).doctor.id, (await createDoctor(api.db)).doctor.id]
  await give(busy, { modalities: ['MR'], ...bands.late })
  await give(busy, { modalities: ['CT'], ...bands.atRisk })
  await give(calm, { modalities: ['CR'], ...bands.quiet })
  const paused = { pausedAt: inHours(-3), pauseReason: 'priorImages', pausedUntil: inHours(100) } as const
  await give(calm, { modalities: ['CR'], ...bands.late, ...paused })
  const reported: Fields = { status: 'final_report_downloaded', modalities: ['CT'], reportedByDoctorId: calm, ...bands.late }
  for (const minutes of [10, 30, 500]) {
    await createStudy(api.db, { ...reported, receivedAt: new Date(Date.now() - minutes * 60_000), reportedAt: new Date() })
  }
  await createStudy(api.db, { ...reported, receivedAt: inHours(-400), reportedAt: inHours(-200) })
  const { doctors } = await view()
  expect(doctors.filter(({ doctorId }) => [busy, calm].includes(doctorId))).toMatchObject([
    { doctorId: busy, open: 2, atRisk: 1, late: 1, openMinutes: 14, reportedToday: 0, medianTurnaround: null },
    { doctorId: calm, open: 2, late: 0, openMinutes: 2, reportedThisWeek: 3, reportedMinutesThisWeek: 18, medianTurnaround: 30 },
  ])
})

it('counts what doctors gave back since Monday, for each doctor and each reason', async () => {
  const { id: doctorId } = (await createDoctor(api.db)).doctor
  const add = async (cause: 'field' | 'time', kind: 'declined' | 'passedOver', at = new Date()) => {
    const { id: studyId } = await createStudy(api.db)
    await api.db.insert(assignmentRefusals).values({ studyId, doctorId, cycle: 1, kind, cause, at })
  }
  await add('time', 'declined')
  for (const kind of ['declined', 'passedOver', 'passedOver'] as const) await add('field', kind)
  await add('time', 'declined', inHours(-8 * 24))
  const { doctors, givenBack } = await view()
  expect(doctors.find((doctor) => doctor.doctorId === doctorId)).toMatchObject({ givenBackThisWeek: 4 })
  expect(givenBack).toEqual([
    { cause: 'field', declined: 1, passedOver: 2 },
    { cause: 'time', declined: 1, passedOver: 0 },
  ])
})

it('names what the waiting studies wait for', async () => {
  const before = (await view()).causes
  await createStudy(api.db, { status: 'pending_assignment', ...bands.late })
  const doctor = cast.assignedDoctor.doctorId
  await give(doctor, bands.late)
  await give(doctor, { status: 'doctor_opened_report', openedAt: new Date(), ...bands.atRisk })
  await give(doctor, { status: 'report_drafted', openedAt: new Date(), draftedAt: new Date(), ...bands.quiet })
  const paused = { pausedAt: inHours(-3), pauseReason: 'priorImages', pausedUntil: inHours(100) } as const
  await give(doctor, { ...bands.late, ...paused })
  const { causes } = await view()
  expect(causes).toEqual({
    paused: { ...before.paused, open: before.paused.open + 1 },
    unassigned: { ...before.unassigned, open: before.unassigned.open + 1, late: before.unassigned.late + 1 },
    unopened: { ...before.unopened, open: before.unopened.open + 1, late: before.unopened.late + 1 },
    unwritten: { ...before.unwritten, open: before.unwritten.open + 1, atRisk: before.unwritten.atRisk + 1 },
    unsigned: { ...before.unsigned, open: before.unsigned.open + 1 },
  })
})

it('counts the arrivals of a laboratory, and expects the median of the same hours of earlier weeks', async () => {
  const lab = await createLab(api.db)
  const week = 7 * 24
  const arrivals = [1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5]
  for (const weeks of arrivals)
    await createStudy(api.db, { labId: lab.id, receivedAt: inHours(2 - weeks * week), reportedAt: inHours(3 - weeks * week) })
  await createStudy(api.db, { labId: lab.id, receivedAt: inHours(-week - 1), reportedAt: new Date() })
  await createStudy(api.db, { labId: lab.id, receivedAt: new Date(), status: 'pending_assignment', ...bands.late })
  const { labs } = await view()
  expect(labs.find(({ labId }) => labId === lab.id)).toMatchObject({ open: 1, late: 1, arrivedToday: 1, expectedSoon: 2 })
})

it('names the doctors who read for a laboratory and work now', async () => {
  const [lab, other] = [await createLab(api.db), await createLab(api.db)]
  const everyDay = weekdays.flatMap((weekday) => [
    { weekday, from: '00:00', to: '12:00' },
    { weekday, from: '12:00', to: '00:00' },
  ])
  type Presence = Pick<PresenceFields, 'shifts' | 'absences'>
  const reader = async (fullName: string, fields: Parameters<typeof createDoctor>[1], presence: Presence) => {
    const { doctor, user } = await createDoctor(api.db, { readsLabIds: [lab.id], ...fields })
    await api.db.update(users).set({ fullName }).where(eq(users.id, user.id))
    await api.db.insert(doctorPresence).values({ doctorId: doctor.id, timeZone: 'Asia/Kathmandu', ...presence })
  }
  await reader('On duty', {}, { shifts: everyDay, absences: [] })
  await reader('Without shifts', {}, { shifts: [], absences: [] })
  await reader('Away', {}, { shifts: everyDay, absences: [{ from: '2026-01-01', to: '2999-01-01', reason: '' }] })
  await reader('Unlicensed', { licenseExpiresOn: '2026-01-01' }, { shifts: everyDay, absences: [] })
  await reader('Elsewhere', { readsLabIds: [other.id] }, { shifts: everyDay, absences: [] })
  const { labs } = await view()
  const { readersOn } = labs.find(({ labId }) => labId === lab.id) ?? {}
  expect(readersOn).toEqual(expect.arrayContaining(['On duty', 'Without shifts']))
  for (const name of ['Away', 'Unlicensed', 'Elsewhere']) expect(readersOn).not.toContain(name)
})

it('shows doctors their own work and medians of the others, but not of so few that one of them is known', async () => {
  const few = await startTestApi()
  onTestFinished(() => few.stop())
  const { doctor, user } = await createDoctor(few.db)
  const session = await createActor(few.db, user)
  const own = async (): Promise<OwnWorkload> => {
    const answer = await few.request({ method: 'GET', url: '/api/doctor/workload' }, session)
    expect(answer.statusCode).toBe(200)
    return answer.json().workload
  }
  const colleague = async (open: number) => {
    const { doctor, user } = await createDoctor(few.db)
    for (let count = 0; count < open; count += 1) {
      const study = await createStudy(few.db, { status: 'assigned_to_doctor', modalities: ['CT'], ...bands.late })
      await createAssignment(few.db, { studyId: study.id, doctorId: doctor.id, assignedBy: user.id })
    }
  }
  for (const open of [1, 3, 2, 5]) await colleague(open)
  expect(await own()).toMatchObject({ own: { doctorId: doctor.id, open: 0 }, others: null })
  await colleague(4)
  const { others } = await own()
  expect(others).toMatchObject({ open: 3, late: 3, openMinutes: 18, medianTurnaround: null })
  expect(Object.keys(others ?? {})).not.toContain('fullName')
})
