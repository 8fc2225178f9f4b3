import { listStudiesOfPeople } from '@readroom/db/patients/identity-reviews'
import { listPatients } from '@readroom/db/patients/patients'
import { patientMerges } from '@readroom/db/patients/patients.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createAssignment, createCast, createPatient, createStudy } from '@readroom/db/testing/factories'
import { receiveOrder } from '@readroom/domain/orders/receive-order'
import { accountAsSender } from '@readroom/domain/patients/matching/order-sender'
import { mergeFingerprint, mergePatients, unmergePatients } from '@readroom/domain/patients/patient-merges'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFhirClient, fetchAccessToken, fhirGet } from '../../testing/fhir.fixture.ts'
import { signAs } from '../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

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

const get = async (url: string) => {
  const { statusCode, json } = await fhirGet(api, token, url)
  return { statusCode, body: json() }
}
type Listed = { resource: { id: string; resourceType: string }; search: { mode: string } }
const idsOf = async (url: string): Promise<string[]> =>
  ((await get(url)).body.entry ?? []).map(({ resource }: Listed) => resource.id)

async function makeStudy(fields: Parameters<typeof createStudy>[1] = {}) {
  const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor', imageCount: 1, ...fields })
  const { assignedDoctor, admin } = cast
  await createAssignment(api.db, { studyId: study.id, doctorId: assignedDoctor.doctorId, assignedBy: admin.userId })
  return study
}

type Order = { state?: 'hold'; studyInstanceUid?: string; patientId?: string }
async function makeOrder(number: string, { state, studyInstanceUid, patientId }: Order = {}): Promise<string> {
  const sender = accountAsSender(cast.admin, cast.labA.id)
  const patient = patientId === undefined ? undefined : { ids: [{ id: patientId, authority: null }] }
  const command = { placer: { number, authority: null }, patient, ...(studyInstanceUid && { studyInstanceUid }) }
  const { orderId } = await api.db.transaction((tx) => receiveOrder(tx, sender, { ...command, control: 'new' }))
  if (state) await api.db.transaction((tx) => receiveOrder(tx, sender, { ...command, control: state }))
  return orderId
}

const nobody = '01890000-0000-7000-8000-00000000ffff'
const values: Record<string, string> = {
  identifier: 'x',
  'patient.identifier': 'x',
  _lastUpdated: 'ge2026-01-01',
  status: 'active',
}

test('the CapabilityStatement claims the searches that work, and no others work', async () => {
  const { body } = await get('/fhir/metadata')
  type Claimed = { type: string; searchParam?: { name: string }[]; searchInclude?: string[] }
  const claimed: Claimed[] = body.rest[0].resource
  const parameters = [...new Set(claimed.flatMap(({ searchParam = [] }) => searchParam.map(({ name }) => name)))]
  const includes = claimed.flatMap(({ searchInclude = [] }) => searchInclude)
  expect(parameters.length * includes.length).toBeGreaterThan(0)
  for (const { type, searchParam, searchInclude = [] } of claimed) {
    if (!searchParam) continue
    const asked = `/fhir/${type}?_id=${nobody}`
    for (const name of parameters) {
      const isClaimed = searchParam.some((parameter) => parameter.name === name)
      const url = name === '_id' ? asked : `${asked}&${name}=${values[name] ?? nobody}`
      expect([type, name, (await get(url)).statusCode]).toEqual([type, name, isClaimed ? 200 : 400])
    }
    for (const name of includes) {
      const { statusCode } = await get(`${asked}&_include=${name}`)
      expect([type, name, statusCode]).toEqual([type, name, searchInclude.includes(name) ? 200 : 400])
    }
  }
})

test.each([
  ['_id', (ids: string[]) => ids.join(',')],
  ['identifier', () => 'PID-1,PID-2'],
])('a search by form answers as one by address: %s', async (name, choose) => {
  const people = [await makeStudy({ patientId: 'PID-1' }), await makeStudy({ patientId: 'PID-2' }), await makeStudy()]
  const ids = people.map(({ patientRowId }) => patientRowId)
  const value = choose(ids.slice(0, 2))
  const authorization = `Bearer ${token}`
  const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
  const payload = new URLSearchParams({ [name]: value, _count: '1' }).toString()
  const { json } = await api.request({ method: 'POST', url: '/fhir/Patient/_search', headers: form, payload })
  const { body } = await get(`/fhir/Patient?${payload}`)
  expect(json()).toEqual(body)
  const next = body.link.find(({ relation }: { relation: string }) => relation === 'next').url
  const pages = [...body.entry, ...(await get(next.replace('http://localhost:8080', ''))).body.entry]
  expect(pages.map(({ resource }: Listed) => resource.id)).toEqual(ids.slice(0, 2).reverse())
  const post = (url: string, sent = payload) => api.request({ method: 'POST', url, headers: form, payload: sent })
  const split = await post(
    '/fhir/Patient/_search?_count=1&_format=json',
    `${new URLSearchParams({ [name]: value })}&_format=json`,
  )
  expect(split.json()).toEqual(body)
  expect(await post('/fhir/Patient/_search?_format=xml')).toMatchObject({ statusCode: 406 })
  for (const repeated of ['gender=male', '_count=1']) {
    const refused = await post(`/fhir/Patient/_search?${repeated}`)
    expect([refused.statusCode, refused.json().resourceType]).toEqual([400, 'OperationOutcome'])
  }
})

test('XML is refused in requests, too', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/fhir+xml' }
  const answer = await api.request({ method: 'POST', url: '/fhir/ServiceRequest', headers, payload: '<ServiceRequest/>' })
  expect([answer.statusCode, answer.json().issue[0].code]).toEqual([406, 'not-supported'])
})

test('a search may name statuses that no order has, with their system', async () => {
  const active = await makeOrder('PL-1')
  const system = 'http://hl7.org/fhir/request-status|'
  expect(await idsOf('/fhir/ServiceRequest?status=draft,active')).toEqual([active])
  expect(await idsOf(`/fhir/ServiceRequest?status=${encodeURIComponent(`${system}active`)}`)).toEqual([active])
  expect(await idsOf('/fhir/ServiceRequest?status=draft')).toEqual([])
  expect((await get('/fhir/ServiceRequest?status=open')).statusCode).toBe(400)
})

test.each([
  ['application/fhir+json', '', 200],
  ['application/json;q=0.5, text/html', '', 200],
  ['*/*', '', 200],
  ['application/fhir+xml', '', 406],
  ['text/html', '', 406],
  ['application/fhir+json;q=0, application/fhir+xml', '', 406],
  ['application/fhir+xml', '?_format=json', 200],
  ['application/json', '?_format=application/fhir%2Bjson', 200],
  ['application/json', '?_format=xml', 406],
])('who accepts %s and asks %s is answered with %i', async (accept, query, status) => {
  await makeStudy()
  for (const path of ['/fhir/metadata', '/fhir/Patient']) {
    const headers = { authorization: `Bearer ${token}`, accept }
    const { statusCode, json } = await api.request({ method: 'GET', url: `${path}${query}`, headers })
    expect(statusCode).toBe(status)
    if (status === 406) expect(json()).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code: 'not-supported' }] })
  }
})

test('an unknown address below the FHIR API is answered with an OperationOutcome', async () => {
  for (const url of ['/fhir/Observation', '/fhir/Patient/x/y', '/fhir'])
    expect(await get(url)).toMatchObject({ statusCode: 404, body: { resourceType: 'OperationOutcome' } })
})

test('a client that has a resource is not sent it again until it changes', async () => {
  const study = await makeStudy()
  await signAs(api, cast.assignedDoctor, study.id)
  const url = `/fhir/DiagnosticReport/${study.id}`
  const read = (known: string) =>
    api.request({ method: 'GET', url, headers: { authorization: `Bearer ${token}`, 'if-none-match': known } })
  const { headers } = await read('"other"')
  const tag = String(headers.etag)
  expect(tag).toMatch(/^W\/"/)
  expect(await read(`"other", ${tag}`)).toMatchObject({ statusCode: 304, body: '' })
  await signAs(api, cast.assignedDoctor, study.id, { kind: 'addendum' })
  expect((await read(tag)).statusCode).toBe(200)
})

test('a person who was merged into another is inactive and names the other, until the merge is undone', async () => {
  const person = async (patientId: string) =>
    makeStudy({ patientId, patientRowId: await createPatient(api.db, cast.labA.id, patientId) })
  const [kept, merged] = [await person('KEPT'), await person('OLD')]
  const people = { fromPersonId: merged.patientRowId, intoPersonId: kept.patientRowId }
  const { body: before } = await get(`/fhir/Patient/${merged.patientRowId}`)
  const ids = Object.values(people)
  const fingerprint = mergeFingerprint(await listPatients(api.db, ids), await listStudiesOfPeople(api.db, ids))
  await api.db.transaction((tx) => mergePatients(tx, cast.admin, { ...people, fingerprint, reason: 'One person' }))

  const inactive = {
    id: merged.patientRowId,
    active: false,
    link: [{ other: { reference: `Patient/${kept.patientRowId}` }, type: 'replaced-by' }],
  }
  expect((await get(`/fhir/Patient/${merged.patientRowId}`)).body).toMatchObject(inactive)
  expect((await get('/fhir/Patient?identifier=OLD')).body.entry).toMatchObject([{ resource: inactive }])
  expect(await idsOf(`/fhir/Patient?_lastUpdated=gt${before.meta.lastUpdated}`)).toContain(merged.patientRowId)
  const stranger = await fetchAccessToken(api, await createFhirClient(api, cast.labB.id))
  expect((await fhirGet(api, stranger, `/fhir/Patient/${merged.patientRowId}`)).statusCode).toBe(404)

  const [merge] = await api.db.select().from(patientMerges).where(eq(patientMerges.intoRowId, kept.patientRowId))
  await api.db.transaction((tx) => unmergePatients(tx, cast.admin, merge?.id ?? ''))
  expect((await get(`/fhir/Patient/${merged.patientRowId}`)).body).not.toHaveProperty('link')
})

test('orders are found by status and by patient, with images and without', async () => {
  const study = await makeStudy({ patientId: 'PID-7' })
  const matched = await makeOrder('PL-1', { studyInstanceUid: study.studyInstanceUid, patientId: 'PID-7' })
  const waiting = await makeOrder('PL-2', { patientId: 'PID-8' })
  const held = await makeOrder('PL-3', { state: 'hold', patientId: 'PID-8' })
  expect(await idsOf('/fhir/ServiceRequest?status=active')).toEqual([waiting, matched])
  expect(await idsOf('/fhir/ServiceRequest?status=on-hold,completed')).toEqual([held])
  expect(await idsOf(`/fhir/ServiceRequest?patient=Patient/${study.patientRowId}`)).toEqual([matched])
  expect(await idsOf('/fhir/ServiceRequest?patient.identifier=PID-8')).toEqual([held, waiting])
  expect(await idsOf('/fhir/ServiceRequest?patient.identifier=PID-7,PID-9&status=active')).toEqual([matched])
  await signAs(api, cast.assignedDoctor, study.id)
  expect(await idsOf('/fhir/ServiceRequest?status=completed')).toEqual([matched])
  expect(await idsOf('/fhir/DiagnosticReport?patient.identifier=PID-7')).toEqual([study.id])
  expect(await idsOf('/fhir/ImagingStudy?patient.identifier=PID-8')).toEqual([])
})

test('a search includes what its resources name, each once, for clients with that scope', async () => {
  const first = await makeStudy({ patientId: 'PID-7' })
  const second = await makeStudy({ patientId: 'PID-7', patientRowId: first.patientRowId })
  const orderId = await makeOrder('PL-1', { studyInstanceUid: first.studyInstanceUid })
  await signAs(api, cast.assignedDoctor, first.id)
  await signAs(api, cast.assignedDoctor, second.id)
  const includes = ['patient', 'based-on', 'results-interpreter'].map((name) => `_include=DiagnosticReport:${name}`).join('&')
  const url = `/fhir/DiagnosticReport?${includes}`
  const { body } = await get(url)
  expect(body.entry.map(({ resource, search }: Listed) => [search.mode, resource.resourceType, resource.id])).toEqual([
    ['match', 'DiagnosticReport', second.id],
    ['match', 'DiagnosticReport', first.id],
    ['include', 'Patient', first.patientRowId],
    ['include', 'ServiceRequest', orderId],
    ['include', 'Practitioner', cast.assignedDoctor.doctorId],
  ])
  const limited = await fetchAccessToken(api, await createFhirClient(api, cast.labA.id), 'system/DiagnosticReport.rs')
  expect((await fhirGet(api, limited, url)).statusCode).toBe(403)
})

test('a study of several people, and its report, say so until somebody has decided', async () => {
  const study = await makeStudy({ status: 'assigned_to_doctor' })
  await signAs(api, cast.assignedDoctor, study.id)
  const uncertain = { security: [{ code: 'UNCERTREL' }] }
  const setFlag = (severalPeopleAt: Date | null) =>
    api.db.update(studies).set({ severalPeopleAt }).where(eq(studies.id, study.id))
  const changedSince = (type: string, since: string) => idsOf(`/fhir/${type}?_lastUpdated=gt${since}`)
  for (const type of ['ImagingStudy', 'DiagnosticReport']) {
    const before = (await get(`/fhir/${type}/${study.id}`)).body.meta
    expect(before).not.toHaveProperty('security')
    await setFlag(new Date())
    expect((await get(`/fhir/${type}/${study.id}`)).body.meta).toMatchObject(uncertain)
    expect(await changedSince(type, before.lastUpdated)).toEqual([study.id])
    await setFlag(null)
    expect((await get(`/fhir/${type}/${study.id}`)).body.meta).not.toHaveProperty('security')
  }
})
