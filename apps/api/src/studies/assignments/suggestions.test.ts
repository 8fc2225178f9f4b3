import { weekdays } from '@readroom/contracts/people/doctors'
import type { Suggestion } from '@readroom/contracts/studies/suggestions'
import { lockDoctor, updateDoctorProfile } from '@readroom/db/people/doctors'
import { createAssignment, createCast, createDoctor, createPatient, createStudy } from '@readroom/db/testing/factories'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
})
afterAll(() => api.stop())

type Fields = Parameters<typeof createStudy>[1]

const give = async (doctorId: string, fields: Fields) => {
  const study = await createStudy(api.db, { status: 'assigned_to_doctor', ...fields })
  await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
  return study
}
/** Returns what is suggested for studies, without the doctors of other tests. */
async function suggested(studyIds: string[], among: string[]): Promise<Suggestion[]> {
  const answer = await api.request({ method: 'GET', url: `/api/admin/studies/suggestions?studyIds=${studyIds}` }, cast.admin)
  expect(answer.statusCode).toBe(200)
  const { suggestions }: { suggestions: Suggestion[] } = answer.json()
  return suggestions.filter(({ doctorId }) => among.includes(doctorId))
}
const createDoctors = async (count: number) => {
  const made = []
  for (let place = 0; place < count; place += 1) made.push((await createDoctor(api.db)).doctor.id)
  return made
}

it('suggests the doctor with the least open work first, by the minutes that it takes', async () => {
  const [one = '', two = '', three = ''] = await createDoctors(3)
  await give(one, { modalities: ['MR'], dueAt: new Date(Date.now() - 60_000) })
  for (const modality of ['CR', 'CR']) await give(two, { modalities: [modality] })
  await give(three, { modalities: ['CT'], status: 'final_report_downloaded' })
  const study = await createStudy(api.db, { status: 'pending_assignment' })
  expect(await suggested([study.id], [one, two, three])).toMatchObject([
    { doctorId: three, openStudies: 0, openMinutes: 0, obstacles: [], continuity: null },
    { doctorId: two, openStudies: 2, openMinutes: 2, lateStudies: 0 },
    { doctorId: one, openStudies: 1, openMinutes: 8, lateStudies: 1 },
  ])
})

it('suggests who knows the patient before others, and nobody who does not work today', async () => {
  const [reader = '', author = '', idle = '', away = ''] = await createDoctors(4)
  const patient = { labId: cast.labA.id, patientRowId: await createPatient(api.db, cast.labA.id, `KNOWN-${reader}`) }
  await give(reader, { ...patient, modalities: ['MR'] })
  await createStudy(api.db, { ...patient, status: 'final_report_downloaded', reportedByDoctorId: author, reportedAt: new Date() })
  const today = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(new Date())
  await api.db.transaction(async (begun) => {
    const [tx] = await lockDoctor(begun, away)
    await updateDoctorProfile(tx, away, { availableDays: weekdays.filter((day) => day !== today) })
  })
  const study = await createStudy(api.db, { ...patient, status: 'pending_assignment' })
  expect(await suggested([study.id], [reader, author, idle, away])).toMatchObject([
    { doctorId: reader, continuity: 'patient' },
    { doctorId: author, continuity: 'prior' },
    { doctorId: idle, continuity: null, obstacles: [] },
    { doctorId: away, obstacles: [{ kind: 'day' }] },
  ])
})

it('says for which laboratories and modalities a doctor does not read, and that a license has expired', async () => {
  const studies = [
    await createStudy(api.db, { labId: cast.labA.id, status: 'pending_assignment', modalities: ['CT', 'SR', 'OT'] }),
    await createStudy(api.db, { labId: cast.labB.id, status: 'pending_assignment', modalities: ['MG'] }),
    await createStudy(api.db, { labId: null, status: 'pending_assignment', modalities: ['CT'] }),
  ]
  const [both, one, other, expired] = [
    await createDoctor(api.db, { readsLabIds: [cast.labA.id, cast.labB.id], readsModalities: ['MG', 'CT'] }),
    await createDoctor(api.db, { readsLabIds: [cast.labA.id], readsModalities: ['MR', 'CT'] }),
    await createDoctor(api.db, { readsLabIds: [] }),
    await createDoctor(api.db, { licenseExpiresOn: '2025-11-03' }),
  ].map(({ doctor }) => doctor.id)
  const among = [both, one, other, expired].map((id) => id ?? '')
  const ids = studies.map(({ id }) => id)
  const [labA, labB] = [cast.labA.name, cast.labB.name]
  const found = await suggested(ids, among)
  const obstaclesOf = (id: string | undefined) => found.find(({ doctorId }) => doctorId === id)?.obstacles
  expect(found[0]?.doctorId).toBe(both)
  expect(obstaclesOf(both)).toEqual([])
  expect(obstaclesOf(one)).toEqual([
    { kind: 'laboratory', names: [labB] },
    { kind: 'modality', modalities: ['MG'] },
  ])
  expect(obstaclesOf(other)).toEqual([{ kind: 'laboratory', names: [labA, labB].toSorted() }])
  expect(obstaclesOf(expired)).toEqual([{ kind: 'license', expiredOn: '2025-11-03' }])
  const [first] = await suggested(ids.slice(0, 1), among)
  expect(first?.obstacles).toEqual([])
})

it('says which regions of the body a doctor does not read', async () => {
  const { doctor: neuro } = await createDoctor(api.db, { readsBodyRegions: ['head', 'spine'] })
  const study = await createStudy(api.db, {
    status: 'pending_assignment',
    bodyParts: 'CHEST ABDOMEN',
    description: 'CT brain',
  })
  const described = await createStudy(api.db, { status: 'pending_assignment', description: 'MR knee left' })
  const [found] = await suggested([study.id, described.id], [neuro.id])
  expect(found?.obstacles).toEqual([{ kind: 'bodyRegion', regions: ['chest', 'abdomen', 'lowerExtremity'] }])
})

it('suggests a doctor with a limit until so many minutes of work are open', async () => {
  const [limited, idle] = [await createDoctor(api.db, { openMinutesLimit: 12 }), await createDoctor(api.db)]
  const among = [limited.doctor.id, idle.doctor.id]
  const study = await createStudy(api.db, { status: 'pending_assignment' })
  const obstacles = async () =>
    (await suggested([study.id], among)).find(({ doctorId }) => doctorId === limited.doctor.id)?.obstacles
  await give(limited.doctor.id, { modalities: ['CT'] })
  expect(await obstacles()).toEqual([])
  await give(limited.doctor.id, { modalities: ['CT'] })
  expect(await obstacles()).toEqual([{ kind: 'limit', minutes: 12 }])
})

it('suggests who has the fewest emergencies for an emergency', async () => {
  const [busy = '', free = ''] = await createDoctors(2)
  await give(busy, { modalities: ['CR'], priority: 'EMERGENCY' })
  for (const modality of ['MR', 'MR']) await give(free, { modalities: [modality] })
  const routine = await createStudy(api.db, { status: 'pending_assignment' })
  const emergency = await createStudy(api.db, { status: 'pending_assignment', priority: 'EMERGENCY' })
  const order = async (id: string) => (await suggested([id], [busy, free])).map(({ doctorId }) => doctorId)
  expect(await order(routine.id)).toEqual([busy, free])
  expect(await order(emergency.id)).toEqual([free, busy])
})
