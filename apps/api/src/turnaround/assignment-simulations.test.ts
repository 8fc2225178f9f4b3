import { randomUUID } from 'node:crypto'
import { addedDoctorId, type SimulationWithResult } from '@readroom/contracts/turnaround/assignment-simulations'
import { auditLog } from '@readroom/db/core/audit.schema'
import { createAssignment, createCast, createDoctor, createPatient, createStudy } from '@readroom/db/testing/factories'
import { assignmentSimulations } from '@readroom/db/turnaround/assignment-simulations.schema'
import { runSimulation } from '@readroom/domain/turnaround/simulation/simulations'
import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { startTestApi } from '../testing/test-api.ts'

const root = '/api/admin/assignment/simulations'
const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour)

/** A clinic of its own, because a simulation sees all of it. */
async function openClinic() {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const cast = await createCast(api.db)
  const { doctorId } = cast.assignedDoctor
  const start = (payload: object) => api.request({ method: 'POST', url: root, payload }, cast.admin)
  const read = async (id: string): Promise<SimulationWithResult> => {
    const answer = await api.request({ method: 'GET', url: `${root}/${id}` }, cast.admin)
    expect(answer.statusCode).toBe(200)
    return answer.json().simulation
  }
  const run = (id: string) => runSimulation(api.db, id, { zone: 'UTC', signal: new AbortController().signal })
  /** A study that became ready some hours ago, and was reported an hour later, too late. */
  const reported = (readyAt: Date, fields: Parameters<typeof createStudy>[1] = {}) =>
    createStudy(api.db, {
      labId: cast.labA.id,
      status: 'final_report_downloaded',
      modalities: ['CT'],
      readyAt,
      dueAt: new Date(readyAt.getTime() + hour / 2),
      assignedAt: readyAt,
      reportedAt: new Date(readyAt.getTime() + hour),
      reportedByDoctorId: doctorId,
      ...fields,
    })
  return { api, cast, doctorId, start, read, run, reported }
}

it('is started, is listed, and then shows real and simulated work side by side, without any patient', async () => {
  const { api, cast, doctorId, start, read, run, reported } = await openClinic()
  const secret = { patientName: 'Secret Patient', patientId: 'ID-774711', accessionNumber: 'ACC-4242', description: 'Skull' }
  for (const hours of [1, 2, 3, 5]) await reported(ago(hours), secret)
  const open = await createStudy(api.db, {
    labId: cast.labA.id,
    status: 'assigned_to_doctor',
    modalities: ['MR'],
    readyAt: ago(4),
    dueAt: ago(-1),
  })
  await createAssignment(api.db, { studyId: open.id, doctorId, assignedBy: cast.admin.userId })
  await reported(ago(24 * 8))
  await reported(ago(1), { labId: cast.labB.id })

  const started = await start({ days: 7, labId: cast.labA.id })
  expect(started.json()).toMatchObject({ success: true, message: 'Simulation started' })
  const { _id } = started.json()
  expect(await read(_id)).toMatchObject({ state: 'waiting', progress: 0, days: 7, labName: cast.labA.name, result: null })
  await run(_id)

  const { result, doctorNames, ...simulation } = await read(_id)
  expect(simulation).toMatchObject({ state: 'done', progress: 100, labId: cast.labA.id })
  expect(Date.parse(simulation.to) - Date.parse(simulation.from)).toBe(7 * 24 * hour)
  expect(result).toMatchObject({
    studies: 5,
    neverDealt: 0,
    lateness: { real: { due: 4, late: 4 }, dealtModel: { due: 4, late: 0 } },
  })
  expect(result?.doctors.find((doctor) => doctor.doctorId === doctorId)).toMatchObject({ real: { studies: 5, minutes: 32 } })
  expect(doctorNames[doctorId]).toBe(cast.assignedDoctor.fullName)
  expect(result?.doctors.reduce((sum, { dealt }) => sum + dealt.minutes, 0)).toBe(32)
  const listed = (await api.request({ method: 'GET', url: root }, cast.admin)).json().simulations
  expect(listed).toEqual([{ ...simulation, labNames: undefined }])

  const [row] = await api.db.select().from(assignmentSimulations).where(eq(assignmentSimulations.id, _id))
  expect(JSON.stringify(row)).not.toMatch(/Secret|774711|4242|Skull/)
  expect(JSON.stringify(row)).not.toContain(open.id)
})

it('looks at all laboratories, and deals to doctors by what they read and by their patients', async () => {
  const { api, cast, doctorId, start, read, run, reported } = await openClinic()
  const { doctor: other } = await createDoctor(api.db, { readsModalities: ['US'] })
  const patientRowId = await createPatient(api.db, cast.labA.id, 'ID-1')
  await reported(ago(24 * 20), { patientRowId })
  await reported(ago(6), { patientRowId })
  await reported(ago(2), { labId: cast.labB.id, modalities: ['US'], reportedByDoctorId: other.id })
  await reported(ago(1), { modalities: ['US'], reportedByDoctorId: other.id })
  const { _id } = (await start({ days: 7, labId: null })).json()
  await run(_id)
  const { result } = await read(_id)
  expect(result).toMatchObject({ studies: 3, rules: { prior: 1, share: 2 } })
  const dealt = Object.fromEntries(result?.doctors.map((doctor) => [doctor.doctorId, doctor.dealt.studies]) ?? [])
  expect(dealt[doctorId] ?? 0).toBeGreaterThanOrEqual(1)
  expect(Object.values(dealt).reduce((sum, count) => sum + count, 0)).toBe(3)
})

it('compares the rules and doctors of now with changed ones, and names the doctor who is added', async () => {
  const { api, cast, doctorId, start, read, run, reported } = await openClinic()
  const { doctor: present } = await createDoctor(api.db, { readsModalities: ['MG'] })
  for (const hours of [1, 2, 3]) await reported(ago(hours), { modalities: ['MG'] })
  const addedDoctor = { name: 'Dr Evening', likeDoctorId: present.id }
  const changes = { addedDoctor, rulesOff: ['due'], shares: [{ doctorId, share: 50 }] }
  const { _id } = (await start({ days: 1, labId: cast.labA.id, changes })).json()
  await run(_id)
  const { result, doctorNames, ...simulation } = await read(_id)
  expect(simulation.changes).toEqual(changes)
  expect(doctorNames[addedDoctorId]).toBe('Dr Evening')
  expect(result?.changed?.doctors.map((doctor) => doctor.doctorId)).toContain(addedDoctorId)
  expect(result?.changed).toMatchObject({ neverDealt: 0, lateness: result?.lateness.dealtModel })
  const details = await api.db.select().from(auditLog).where(eq(auditLog.action, 'assignment_simulation.started'))
  expect(JSON.stringify(details)).not.toContain('Evening')

  const nothing = { addedDoctor: null, rulesOff: [], shares: [] }
  expect((await start({ days: 1, labId: null, changes: nothing })).statusCode).toBe(400)
  const unknown = { ...nothing, shares: [{ doctorId: randomUUID(), share: 50 }] }
  expect((await start({ days: 1, labId: null, changes: unknown })).json()).toMatchObject({ code: 'DOCTOR_NOT_FOUND' })
})

it('does not run twice at once, and a finished one does not run again', async () => {
  const { start, read, run, reported } = await openClinic()
  const { _id } = (await start({ days: 1, labId: null })).json()
  expect((await start({ days: 1, labId: null })).json()).toMatchObject({ code: 'SIMULATION_RUNNING' })
  await run(_id)
  await reported(ago(2))
  await run(_id)
  expect((await read(_id)).result?.studies).toBe(0)
  expect((await start({ days: 1, labId: null })).statusCode).toBe(200)
})

it('refuses periods that are too long and laboratories that do not exist', async () => {
  const { start } = await openClinic()
  expect((await start({ days: 91, labId: null })).statusCode).toBe(400)
  expect((await start({ days: 0, labId: null })).statusCode).toBe(400)
  expect((await start({ days: 1, labId: randomUUID() })).json()).toMatchObject({ code: 'LAB_NOT_FOUND' })
})
