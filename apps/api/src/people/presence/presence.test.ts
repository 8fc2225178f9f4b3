import { weekdays } from '@readroom/contracts/people/doctors'
import type { Presence, PresenceFields } from '@readroom/contracts/people/presence'
import type { Away } from '@readroom/contracts/studies/away'
import { auditLog } from '@readroom/db/core/audit.schema'
import { doctorPresence } from '@readroom/db/people/presence.schema'
import { createActor, createCast, createDoctor, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
})
afterAll(() => api.stop())

const own = '/api/doctor/presence'
const week: PresenceFields = {
  timeZone: 'Europe/Berlin',
  shifts: [
    { weekday: 'Monday', from: '08:00', to: '16:00' },
    { weekday: 'Sunday', from: '22:00', to: '06:00' },
  ],
  absences: [{ from: '2199-12-24', to: '2199-12-26', reason: 'Family in Ávila' }],
}

async function newDoctor() {
  const { user, doctor } = await createDoctor(api.db)
  const actor = await createActor(api.db, user)
  const url = `/api/admin/doctors/presence/${doctor.id}`
  const read = async (): Promise<Presence> => (await api.request({ method: 'GET', url: own }, actor)).json().presence
  const save = (payload: object) => api.request({ method: 'PUT', url: own, payload }, actor)
  const saveAsAdmin = (payload: object) => api.request({ method: 'PUT', url, payload }, cast.admin)
  const readAsAdmin = async () => (await api.request({ method: 'GET', url }, cast.admin)).json().presence
  return { id: doctor.id, read, save, readAsAdmin, saveAsAdmin }
}

describe('shifts and absences', () => {
  it('begin empty in the clinic’s zone, and are changed by the doctor and by administrators', async () => {
    const doctor = await newDoctor()
    expect(await doctor.read()).toEqual({ timeZone: 'UTC', shifts: [], absences: [], version: 0 })
    expect((await doctor.save({ ...week, version: 0 })).statusCode).toBe(200)
    expect(await doctor.readAsAdmin()).toEqual({ ...week, version: 1 })
    expect((await doctor.saveAsAdmin({ ...week, absences: [], version: 1 })).statusCode).toBe(200)
    expect(await doctor.read()).toEqual({ ...week, absences: [], version: 2 })
  })

  it('say which doctors do not work now, and why', async () => {
    const [absent, off, on] = [await newDoctor(), await newDoctor(), await newDoctor()]
    const today = { from: '2026-01-01', to: '2199-12-26', reason: '' }
    await absent.save({ ...week, absences: [today], version: 0 })
    const minuteAgo = new Date(Date.now() - 60_000)
    const weekday = weekdays[(minuteAgo.getUTCDay() + 6) % 7]
    const [from, to] = [new Date(minuteAgo.getTime() - 120_000), minuteAgo].map((at) => at.toISOString().slice(11, 16))
    await off.save({ timeZone: 'UTC', shifts: [{ weekday, from, to }], absences: [], version: 0 })
    const answer = await api.request({ method: 'GET', url: '/api/admin/presence/away' }, cast.admin)
    const { away } = answer.json<{ away: { doctorId: string; reason: Away }[] }>()
    const reasonOf = ({ id }: { id: string }) => away.find(({ doctorId }) => doctorId === id)?.reason
    expect(reasonOf(absent)).toEqual({ kind: 'absent', until: '2199-12-26' })
    expect(reasonOf(off)).toMatchObject({ kind: 'offShift' })
    expect(reasonOf(on)).toBeUndefined()
  })

  it('are not changed from a stale page, also if two first saves come at once', async () => {
    const doctor = await newDoctor()
    const answers = await Promise.all([doctor.save({ ...week, version: 0 }), doctor.saveAsAdmin({ ...week, version: 0 })])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('CONFLICT')
  })

  it.each([
    ['an overlap', { shifts: [...week.shifts, { weekday: 'Monday', from: '05:00', to: '07:00' }] }, 'shifts.2.from'],
    ['a shift without length', { shifts: [{ weekday: 'Monday', from: '08:00', to: '08:00' }] }, 'shifts.0.to'],
    ['a time that no clock shows', { shifts: [{ weekday: 'Monday', from: '08:00', to: '24:00' }] }, 'shifts.0.to'],
    ['an unknown zone', { timeZone: 'Mars/Base' }, 'timeZone'],
    ['an end before the start', { absences: [{ from: '2199-12-24', to: '2199-12-23', reason: '' }] }, 'absences.0.to'],
  ])('are refused with %s', async (_name, fields, field) => {
    const doctor = await newDoctor()
    const answer = await doctor.save({ ...week, ...fields, version: 0 })
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(field)])
    expect((await doctor.read()).version).toBe(0)
  })

  it('take no absence that is over, and show none that was saved', async () => {
    const doctor = await newDoctor()
    const over = { from: '2025-11-03', to: '2025-11-04', reason: '' }
    const answer = await doctor.save({ ...week, absences: [over], version: 0 })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'ABSENCE_OVER'])
    await doctor.save({ ...week, version: 0 })
    const absences = [over, ...week.absences]
    await api.db.update(doctorPresence).set({ absences }).where(eq(doctorPresence.doctorId, doctor.id))
    expect((await doctor.read()).absences).toEqual(week.absences)
  })

  it('are logged by numbers, without the reason of an absence', async () => {
    const doctor = await newDoctor()
    await doctor.save({ ...week, version: 0 })
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, doctor.id))
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['presence.changed', { timeZone: 'Europe/Berlin', shifts: 2, absences: 1 }],
    ])
  })

  it('go with the doctor', async () => {
    const doctor = await newDoctor()
    await doctor.save({ ...week, version: 0 })
    const url = `/api/admin/doctors/delete/${doctor.id}`
    expect((await api.request({ method: 'DELETE', url }, cast.admin)).statusCode).toBe(200)
    expect(await api.db.$count(doctorPresence, eq(doctorPresence.doctorId, doctor.id))).toBe(0)
    expect((await doctor.saveAsAdmin({ ...week, version: 0 })).json().code).toBe('DOCTOR_NOT_FOUND')
  })

  it('decide who is suggested', async () => {
    const [on, off, away, free] = [await newDoctor(), await newDoctor(), await newDoctor(), await newDoctor()]
    const hours = (from: string, to: string) => weekdays.map((weekday) => ({ weekday, from, to }))
    const utc = { timeZone: 'UTC', absences: [], version: 0 }
    // Two hours around now, and the two hours after it.
    const now = Date.now()
    const clock = (minutes: number) => new Date(now + minutes * 60_000).toISOString().slice(11, 16)
    await on.save({ ...utc, shifts: hours(clock(-60), clock(60)) })
    await off.save({ ...utc, shifts: hours(clock(60), clock(180)) })
    const today = new Date(now).toISOString().slice(0, 10)
    await away.save({ ...utc, shifts: hours(clock(-60), clock(60)), absences: [{ from: today, to: '2199-12-31', reason: '' }] })
    const study = await createStudy(api.db, { status: 'pending_assignment' })
    const url = `/api/admin/studies/suggestions?studyIds=${study.id}`
    const { suggestions } = (await api.request({ method: 'GET', url }, cast.admin)).json()
    const of = ({ id }: { id: string }) => suggestions.find(({ doctorId }: { doctorId: string }) => doctorId === id)
    expect(of(on)).toMatchObject({ obstacles: [], onUntil: expect.stringContaining(`T${clock(60)}`) })
    expect(of(off)).toMatchObject({
      obstacles: [{ kind: 'offShift', from: expect.stringContaining(`T${clock(60)}`) }],
      onUntil: null,
    })
    expect(of(away)).toMatchObject({ obstacles: [{ kind: 'absent', until: '2199-12-31' }], onUntil: null })
    expect(of(free)).toMatchObject({ obstacles: [], onUntil: null })
  })
})

describe('the week', () => {
  type Week = {
    days: { day: string; from: string; to: string }[]
    doctors: { _id: string; hasShifts: boolean; on: object[]; away: object[] }[]
  }
  const weekOf = async (day: string): Promise<Week> =>
    (await api.request({ method: 'GET', url: `/api/admin/presence/week?day=${day}` }, cast.admin)).json().week

  it('has the clinic’s days from Monday on, with shifts, absences and the end of the license', async () => {
    const doctor = await newDoctor()
    const utc = { timeZone: 'UTC', version: 0, shifts: week.shifts }
    await doctor.save({ ...utc, absences: [{ from: '2199-12-30', to: '2199-12-30', reason: 'Family' }] })
    const { user, doctor: expiring } = await createDoctor(api.db, { licenseExpiresOn: '2199-12-29' })
    await api.request({ method: 'PUT', url: own, payload: { ...utc, absences: [] } }, await createActor(api.db, user))
    const { days, doctors } = await weekOf('2200-01-05')
    const inWeek = (id: string) => doctors.find(({ _id }) => _id === id)
    expect(days.map(({ day }) => day)).toEqual([
      '2199-12-30',
      '2199-12-31',
      '2200-01-01',
      '2200-01-02',
      '2200-01-03',
      '2200-01-04',
      '2200-01-05',
    ])
    expect(days[6]).toMatchObject({ from: '2200-01-05T00:00:00.000Z', to: '2200-01-06T00:00:00.000Z' })
    expect(inWeek(doctor.id)).toMatchObject({
      hasShifts: true,
      on: [{ from: '2200-01-05T22:00:00.000Z', to: '2200-01-06T00:00:00.000Z' }],
      away: [{ from: '2199-12-30', to: '2199-12-30' }],
    })
    expect(inWeek(expiring.id)).toMatchObject({ on: [], away: [] })
    expect(inWeek(cast.otherDoctor.doctorId)).toMatchObject({ hasShifts: false, on: [] })
    expect(JSON.stringify(doctors)).not.toContain('Family')
  })

  it('has the night shift of the Sunday before, and leaves out doctors who cannot be assigned', async () => {
    const doctor = await newDoctor()
    await doctor.save({ ...week, timeZone: 'UTC', absences: [], version: 0 })
    const { user, doctor: inactive } = await createDoctor(api.db, { isActiveProfile: false })
    expect(user.isActive).toBe(true)
    const { doctors } = await weekOf('2199-12-24')
    expect(doctors.find(({ _id }) => _id === doctor.id)?.on).toMatchObject([
      { from: '2199-12-23T00:00:00.000Z', to: '2199-12-23T06:00:00.000Z' },
      { from: '2199-12-23T08:00:00.000Z' },
      { from: '2199-12-29T22:00:00.000Z', to: '2199-12-30T00:00:00.000Z' },
    ])
    expect(doctors.some(({ _id }) => _id === inactive.id)).toBe(false)
  })
})
