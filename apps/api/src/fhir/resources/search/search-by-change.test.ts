import { patients } from '@readroom/db/patients/patients.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createAssignment, createCast, createReport, createStudy } from '@readroom/db/testing/factories'
import { receiveOrder } from '@readroom/domain/orders/receive-order'
import { accountAsSender } from '@readroom/domain/patients/matching/order-sender'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFhirClient, fetchAccessToken, fhirGet } from '../../../testing/fhir.fixture.ts'
import { signAs } from '../../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
let token: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  cast = await createCast(api.db)
  token = await fetchAccessToken(api, await createFhirClient(api, cast.labA.id))
})

type Listed = { id: string; meta: { lastUpdated: string } }
type Bundle = { entry?: { resource: Listed }[]; link: { relation: string; url: string }[] }

async function get(url: string) {
  const { statusCode, json } = await fhirGet(api, token, url)
  expect(`${url} ${statusCode}`).toBe(`${url} 200`)
  return json()
}
const search = async (url: string): Promise<Listed[]> => {
  const { entry = [] }: Bundle = await get(url)
  return entry.map(({ resource }) => resource)
}
const idsOf = async (url: string) => (await search(url)).map(({ id }) => id)
const timeOf = async (type: string, id: string): Promise<string> => (await get(`/fhir/${type}/${id}`)).meta.lastUpdated

async function makeStudy() {
  const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor', imageCount: 1 })
  const { assignedDoctor, admin } = cast
  await createAssignment(api.db, { studyId: study.id, doctorId: assignedDoctor.doctorId, assignedBy: admin.userId })
  return study
}
async function order(studyInstanceUid: string, placer = 'PL-1') {
  const command = { control: 'new' as const, placer: { number: placer, authority: null }, studyInstanceUid }
  const { orderId } = await api.db.transaction((tx) => receiveOrder(tx, accountAsSender(cast.admin, cast.labA.id), command))
  return orderId
}

/** Expects that a change moves the resource behind its time before, so that a client which asks for changes gets it. */
async function expectMoved(type: string, id: string, change: () => Promise<unknown>) {
  const before = await timeOf(type, id)
  expect(await idsOf(`/fhir/${type}?_lastUpdated=gt${before}`)).not.toContain(id)
  await change()
  expect(await idsOf(`/fhir/${type}?_lastUpdated=gt${before}`)).toContain(id)
  expect(Date.parse(await timeOf(type, id))).toBeGreaterThan(Date.parse(before))
}

test('an ImagingStudy changes with its record, its images and its order', async () => {
  const { id, studyInstanceUid } = await makeStudy()
  const set = (values: Partial<typeof studies.$inferInsert>) => api.db.update(studies).set(values).where(eq(studies.id, id))
  await expectMoved('ImagingStudy', id, () => set({ correctedDescription: 'CT of the knee' }))
  await expectMoved('ImagingStudy', id, () => set({ archiveVersion: 7 }))
  await expectMoved('ImagingStudy', id, () => order(studyInstanceUid))
})

test('a Patient changes with their corrected record and with a newer study', async () => {
  const study = await makeStudy()
  const { patientRowId } = study
  await expectMoved('Patient', patientRowId, () =>
    api.db.update(patients).set({ correctedName: 'Vera' }).where(eq(patients.id, patientRowId)),
  )
  const other = await makeStudy()
  await expectMoved('Patient', patientRowId, () => api.db.update(studies).set({ patientRowId }).where(eq(studies.id, other.id)))
})

test('a ServiceRequest changes with the order, its match and the status of its study', async () => {
  const study = await makeStudy()
  const orderId = await order('1.2.3')
  const sender = accountAsSender(cast.admin, cast.labA.id)
  const placer = { number: 'PL-1', authority: null }
  await expectMoved('ServiceRequest', orderId, () =>
    api.db.transaction((tx) => receiveOrder(tx, sender, { control: 'change', placer, indication: 'Cough' })),
  )
  await expectMoved('ServiceRequest', orderId, () =>
    api.db.transaction((tx) => receiveOrder(tx, sender, { control: 'change', placer, studyInstanceUid: study.studyInstanceUid })),
  )
  await expectMoved('ServiceRequest', orderId, () => signAs(api, cast.assignedDoctor, study.id))
  expect(await get(`/fhir/ServiceRequest/${orderId}`)).toMatchObject({ status: 'completed' })
})

test('a DiagnosticReport changes with a correction, and not with a draft or a report that can be recalled', async () => {
  const { id } = await makeStudy()
  const { assignedDoctor } = cast
  await signAs(api, assignedDoctor, id)
  await expectMoved('DiagnosticReport', id, () => signAs(api, assignedDoctor, id, { kind: 'correction' }))
  const before = await timeOf('DiagnosticReport', id)
  const draft = { doctorId: assignedDoctor.doctorId, uploadedBy: assignedDoctor.userId, status: 'draft' as const }
  await createReport(api.db, { studyId: id, version: 50, ...draft })
  await signAs(api, assignedDoctor, id, { kind: 'addendum', recallSeconds: 600 })
  expect(await timeOf('DiagnosticReport', id)).toBe(before)
})

test('bounds include and exclude the time itself', async () => {
  const { id } = await makeStudy()
  const at = await timeOf('ImagingStudy', id)
  const day = at.slice(0, 10)
  const finds = async (...bounds: string[]) =>
    (await idsOf(`/fhir/ImagingStudy?_id=${id}&${bounds.map((bound) => `_lastUpdated=${bound}`).join('&')}`)).length === 1
  const expected = { [`ge${at}`]: true, [`gt${at}`]: false, [`le${at}`]: true, [`lt${at}`]: false }
  const ofDay = { [`ge${day}`]: true, [`gt${day}`]: false, [`le${day}`]: true, [`lt${day}`]: false }
  for (const [bound, isFound] of Object.entries({ ...expected, ...ofDay }))
    expect(`${bound} ${await finds(bound)}`).toBe(`${bound} ${isFound}`)
  expect(await finds(`ge${at}`, `le${at}`)).toBe(true)
  expect(await finds(`ge${at}`, `lt${at}`)).toBe(false)
})

test('a list by change begins with the oldest change and is paged without a gap while resources change', async () => {
  const made: string[] = []
  for (let count = 0; count < 5; count++) made.push((await makeStudy()).id)
  const [first = ''] = made
  await api.db.update(studies).set({ archiveVersion: 7 }).where(eq(studies.id, first))
  const found: string[] = []
  let url: string | undefined = '/fhir/ImagingStudy?_count=2&_lastUpdated=ge2020-01-01&_lastUpdated=lt2999-01-01'
  while (url) {
    const { entry = [], link }: Bundle = await get(url)
    found.push(...entry.map(({ resource }) => resource.id))
    url = link.find(({ relation }) => relation === 'next')?.url.replace('http://localhost:8080', '')
    if (found.length === 2)
      await api.db
        .update(studies)
        .set({ archiveVersion: 8 })
        .where(eq(studies.id, made[1] ?? ''))
  }
  expect(found).toEqual([...made.slice(1), first, made[1]])
})

test.each([
  ['no prefix', '_lastUpdated=2026-01-01'],
  ['an unknown prefix', '_lastUpdated=sa2026-01-01'],
  ['no date', '_lastUpdated=gesoon'],
  ['two beginnings', '_lastUpdated=ge2026-01-01&_lastUpdated=gt2026-01-02'],
  ['three bounds', '_lastUpdated=ge2026-01-01&_lastUpdated=lt2026-01-02&_lastUpdated=lt2026-01-03'],
])('refuses a search by change with %s', async (_what, query) => {
  const { statusCode, json } = await fhirGet(api, token, `/fhir/Patient?${query}`)
  expect(statusCode).toBe(400)
  expect(json()).toMatchObject({ resourceType: 'OperationOutcome' })
})

test('practitioners have no search by change', async () => {
  expect((await fhirGet(api, token, '/fhir/Practitioner?_lastUpdated=ge2026-01-01')).statusCode).toBe(400)
})
