import type { Forecast } from '@readroom/contracts/turnaround/workload'
import { doctors } from '@readroom/db/people/doctors.schema'
import { doctorPresence } from '@readroom/db/people/presence.schema'
import { createAssignment, createCast, createDoctor, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { startTestApi } from '../testing/test-api.ts'

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour)

it('says from when to when nobody reads the studies of a laboratory, and when they become late', async () => {
  // A clinic of its own, because every doctor counts.
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const cast = await createCast(api.db)
  await api.db.update(doctors).set({ readsModalities: ['US'] })
  const { doctor: away } = await createDoctor(api.db, { readsModalities: ['MR'] })
  const { doctor: unlicensed } = await createDoctor(api.db, { licenseExpiresOn: '2026-01-01' })
  const today = new Date().toISOString().slice(0, 10)
  const back = new Date(Date.parse(`${today}T00:00:00Z`) + 48 * hour)
  const absence = { from: '2026-01-01', to: new Date(back.getTime() - 1).toISOString().slice(0, 10), reason: '' }
  await api.db.insert(doctorPresence).values({ doctorId: away.id, timeZone: 'UTC', shifts: [], absences: [absence] })

  const fields: Parameters<typeof createStudy>[1] = { labId: cast.labA.id, modalities: ['MR'], status: 'pending_assignment' }
  const due = inHours(3)
  await createStudy(api.db, { ...fields, dueAt: due })
  await createStudy(api.db, { ...fields, dueAt: inHours(-1) })
  await createStudy(api.db, {
    ...fields,
    dueAt: inHours(3),
    pausedAt: new Date(),
    pauseReason: 'priorImages',
    pausedUntil: inHours(100),
  })
  await createStudy(api.db, { ...fields, modalities: ['US'], dueAt: inHours(3) })
  for (const weeks of [1, 2, 3, 4, 5, 6, 9]) {
    const receivedAt = inHours(5 - weeks * 7 * 24)
    await createStudy(api.db, { ...fields, receivedAt, dueAt: new Date(receivedAt.getTime() + hour), reportedAt: receivedAt })
  }

  const ask = async (): Promise<Forecast> => {
    const answer = await api.request({ method: 'GET', url: '/api/admin/workload/forecast' }, cast.admin)
    expect(answer.statusCode).toBe(200)
    return answer.json().forecast
  }
  const { hours, gaps, labs, readers } = await ask()
  expect(Date.parse(hours[0] ?? '') % hour).toBe(0)
  expect(gaps).toEqual([
    {
      labId: cast.labA.id,
      work: [{ modalities: ['MR'], bodyRegions: null }],
      hasReaders: true,
      from: gaps[0]?.from,
      to: back.toISOString(),
      open: 2,
      expected: 1,
      due: 2,
    },
  ])
  expect(labs).toMatchObject([{ labId: cast.labA.id, late: 1, lateFrom: due.toISOString() }])
  const sumOf = (figure: 'expected' | 'late') => labs[0]?.hours.reduce((sum, hour) => sum + hour[figure], 0)
  expect([sumOf('expected'), sumOf('late')]).toEqual([1, 2])
  const on = (doctorId: string) => readers.find((reader) => reader.doctorId === doctorId)?.on.length
  expect([on(away.id), on(unlicensed.id), on(cast.assignedDoctor.doctorId)]).toEqual([0, 0, 1])

  await api.db.delete(doctorPresence).where(eq(doctorPresence.doctorId, away.id))
  const after = await ask()
  expect(after.gaps).toEqual([])
  expect(after.labs).toMatchObject([{ late: 1, lateFrom: null }])
})

it('lists emergencies whose doctor was deactivated, and opened ones that wait for another doctor', async () => {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const cast = await createCast(api.db)
  const fields: Parameters<typeof createStudy>[1] = { labId: cast.labA.id, caseType: 'emergency', status: 'doctor_opened_report' }
  const add = async (doctorId: string, times: Parameters<typeof createStudy>[1]) => {
    const { id } = await createStudy(api.db, { ...fields, dueAt: inHours(3), ...times })
    await createAssignment(api.db, { studyId: id, doctorId, assignedBy: cast.admin.userId })
    return id
  }
  const [{ doctor: inactive }, { doctor: away }] = [await createDoctor(api.db), await createDoctor(api.db)]
  await api.db.update(doctors).set({ isActiveProfile: false }).where(eq(doctors.id, inactive.id))
  const absence = { from: '2026-01-01', to: inHours(48).toISOString().slice(0, 10), reason: '' }
  await api.db.insert(doctorPresence).values({ doctorId: away.id, timeZone: 'UTC', shifts: [], absences: [absence] })
  const orphan = await add(inactive.id, { status: 'assigned_to_doctor' })
  const opened = await add(away.id, { openedAt: inHours(-1), misplacedAt: new Date() })
  await add(away.id, { openedAt: inHours(-1) })
  await add(cast.assignedDoctor.doctorId, { status: 'assigned_to_doctor' })
  const answer = await api.request({ method: 'GET', url: '/api/admin/workload/forecast' }, cast.admin)
  const { urgent }: Forecast = answer.json().forecast
  expect(urgent.map(({ studyId }) => studyId).toSorted()).toEqual([orphan, opened].toSorted())
})
