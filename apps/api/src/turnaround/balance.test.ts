import type { Balance } from '@readroom/contracts/turnaround/workload'
import { doctors } from '@readroom/db/people/doctors.schema'
import { doctorPresence } from '@readroom/db/people/presence.schema'
import { createCast, createDoctor, createStudy } from '@readroom/db/testing/factories'
import { expect, it, onTestFinished } from 'vitest'
import { startTestApi } from '../testing/test-api.ts'

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour)

it('says how evenly the studies of the last week were given, by share and presence, and how many of them were late', async () => {
  // A clinic of its own, because every doctor counts.
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const cast = await createCast(api.db)
  await api.db.update(doctors).set({ readsModalities: ['US'] })
  const reads = { readsModalities: ['MR'] }
  const [full, half, away] = [
    (await createDoctor(api.db, reads)).doctor.id,
    (await createDoctor(api.db, { ...reads, workShare: 50 })).doctor.id,
    (await createDoctor(api.db, reads)).doctor.id,
  ]
  const absence = { from: '2026-01-01', to: '2999-01-01', reason: '' }
  await api.db.insert(doctorPresence).values({ doctorId: away, timeZone: 'UTC', shifts: [], absences: [absence] })
  const give = (reportedByDoctorId: string, fields: Parameters<typeof createStudy>[1] = {}) =>
    createStudy(api.db, {
      labId: cast.labA.id,
      modalities: ['MR'],
      status: 'final_report_downloaded',
      receivedAt: ago(20),
      assignedAt: ago(19),
      dueAt: ago(10),
      reportedAt: ago(11),
      reportedByDoctorId,
      ...fields,
    })
  for (const doctorId of [full, full, half]) await give(doctorId)
  const ask = async (): Promise<Balance> => {
    const answer = await api.request({ method: 'GET', url: '/api/admin/workload/balance' }, cast.admin)
    expect(answer.statusCode).toBe(200)
    return answer.json().balance
  }
  const even = await ask()
  expect(even).toMatchObject({ evenness: 1, lateness: { due: 3, late: 0 } })
  const figures = even.doctors.map(({ doctorId, minutes, shareMinutes }) => [doctorId, minutes, shareMinutes])
  expect(figures).toEqual(
    expect.arrayContaining([
      [full, 16, 16],
      [half, 8, 8],
    ]),
  )
  expect(figures).toHaveLength(2)

  await give(half, { reportedAt: ago(1) })
  await give(half, { receivedAt: ago(24 * 8) })
  expect(await ask()).toMatchObject({ evenness: 0.902, lateness: { due: 4, late: 1 } })
})
