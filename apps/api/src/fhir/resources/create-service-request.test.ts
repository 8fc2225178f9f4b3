import { randomUUID } from 'node:crypto'
import { humanNames, rowName } from '@readroom/contracts/core/person-names'
import { namedCases } from '@readroom/contracts/testing/named-cases'
import { auditLog } from '@readroom/db/core/audit.schema'
import { listOrderEvents } from '@readroom/db/orders/orders'
import { orders } from '@readroom/db/orders/orders.schema'
import { createCast, createStudy } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFhirClient, fetchAccessToken, fhirGet, newServiceRequest, type TestClient } from '../../testing/fhir.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
let client: TestClient
let token: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  cast = await createCast(api.db)
  client = await createFhirClient(api, cast.labA.id)
  token = await fetchAccessToken(api, client, 'system/ServiceRequest.c system/*.rs')
})

async function post(payload: object, headers: Record<string, string> = {}, as = token) {
  const {
    statusCode,
    headers: answered,
    json,
  } = await api.request({
    method: 'POST',
    url: '/fhir/ServiceRequest',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/fhir+json', ...headers },
    payload: JSON.stringify(payload),
  })
  return { statusCode, location: answered.location, body: json() }
}
const countOrders = () => api.db.$count(orders, eq(orders.labId, cast.labA.id))

test('a ServiceRequest becomes an order, and history and audit log name the client', async () => {
  const { statusCode, location, body } = await post(newServiceRequest('PL-1'))
  expect([statusCode, location]).toEqual([201, `http://localhost:8080/fhir/ServiceRequest/${body.id}`])
  expect((await fhirGet(api, token, `/fhir/ServiceRequest/${body.id}`)).json()).toEqual(body)
  const [order] = await api.db.select().from(orders).where(eq(orders.id, body.id))
  expect(order).toMatchObject({
    labId: cast.labA.id,
    source: 'fhir',
    placerNumber: 'PL-1',
    placerAuthority: '',
    procedureDescription: 'CT of the chest',
    procedureCode: '24627-2',
    modality: 'CT',
    priority: 'STAT',
    indication: 'Cough\nAllergic to iodine',
    orderingPhysician: 'House^Gregory',
    scheduledAt: new Date('2026-12-01T08:30:00Z'),
    patientIds: [{ id: 'P-77', authority: null }],
    patientName: 'Sato^Hanako^Mei',
    patientBirthDate: '1980-02-29',
    patientSex: 'F',
  })
  const [event] = await listOrderEvents(api.db, body.id)
  expect(event).toMatchObject({ event: 'created', source: 'fhir', sender: expect.stringContaining('Client') })
  const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, body.id))
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'fhir.created', details: { resource: 'ServiceRequest', clientId: client.clientId } }),
  )
  expect(JSON.stringify(entries)).not.toMatch(/Sato|P-77|Cough/)
})

test.each(namedCases)('a name $kind keeps its parts on the order', async ({ pn, fhir }) => {
  const request = newServiceRequest('PL-1')
  const [patient] = request.contained
  const { body } = await post({ ...request, contained: [{ ...patient, name: fhir }] })
  const [order] = await api.db.select().from(orders).where(eq(orders.id, body.id))
  expect(humanNames(order?.patientName ?? null)).toEqual(fhir)
  expect(rowName(order?.patientName ?? null)).toBe(rowName(pn))
})

test.each([
  ['routine', 'NORMAL'],
  ['urgent', 'URGENT'],
  ['asap', 'URGENT'],
  ['stat', 'STAT'],
])('an order that is %s is never less urgent than the words below it: %s', async (priority, stored) => {
  const { body } = await post({ ...newServiceRequest('PL-1'), priority })
  const [order] = await api.db.select().from(orders).where(eq(orders.id, body.id))
  expect(order?.priority).toBe(stored)
})

test('an order for a known patient has their number, and is matched with their images', async () => {
  const study = await createStudy(api.db, {
    labId: cast.labA.id,
    patientId: 'P-1',
    patientName: 'Vera',
    accessionNumber: 'ACC-1',
  })
  const { contained, identifier, ...rest } = newServiceRequest('PL-1')
  const accession = { type: { coding: [{ code: 'ACSN' }] }, value: 'ACC-1' }
  const subject = { reference: `Patient/${study.patientRowId}` }
  expect(contained).toHaveLength(1)
  expect(await post({ ...rest, identifier: [...identifier, accession], subject })).toMatchObject({
    statusCode: 201,
    body: { subject },
  })
})

test('the same order again is answered with the first, and other content under its number is refused', async () => {
  const first = await post(newServiceRequest('PL-1'))
  const again = await post(newServiceRequest('PL-1'))
  expect([again.statusCode, again.body]).toEqual([200, first.body])
  expect(again.location).toBeUndefined()
  const other = await post({ ...newServiceRequest('PL-1'), priority: 'routine' })
  expect(other).toMatchObject({
    statusCode: 409,
    body: { resourceType: 'OperationOutcome', issue: [{ code: 'conflict', details: { coding: [{ code: 'ORDER_EXISTS' }] } }] },
  })
  expect(await countOrders()).toBe(1)
})

test('of the same order sent several times at once one is made', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(newServiceRequest('PL-1'))))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 201])
  expect(await countOrders()).toBe(1)
})

test('If-None-Exist finds the order that is there, whatever the new one says', async () => {
  const condition = { 'if-none-exist': 'identifier=PL-1' }
  const first = await post(newServiceRequest('PL-1'), condition)
  const again = await post({ ...newServiceRequest('PL-1'), priority: 'routine' }, condition)
  expect([first.statusCode, again.statusCode, again.body]).toEqual([201, 200, first.body])
  expect((await post(newServiceRequest('PL-2'), { 'if-none-exist': 'status=active' })).statusCode).toBe(400)
  const shared = { type: { coding: [{ code: 'ACSN' }] }, value: 'ACC-1' }
  for (const number of ['PL-3', 'PL-4']) {
    const request = newServiceRequest(number)
    await post({ ...request, identifier: [...request.identifier, shared] })
  }
  const several = await post(newServiceRequest('PL-5'), { 'if-none-exist': 'identifier=ACC-1' })
  expect(several).toMatchObject({ statusCode: 412, body: { issue: [{ code: 'multiple-matches' }] } })
})

test("two laboratories may use the same number, and a client does not find another laboratory's order or patient", async () => {
  const foreign = await createStudy(api.db, { labId: cast.labB.id })
  const other = await createFhirClient(api, cast.labB.id)
  const otherToken = await fetchAccessToken(api, other, 'system/ServiceRequest.c system/*.rs')
  const condition = { 'if-none-exist': 'identifier=PL-1' }
  const [own, theirs] = [await post(newServiceRequest('PL-1')), await post(newServiceRequest('PL-1'), condition, otherToken)]
  expect([own.statusCode, theirs.statusCode]).toEqual([201, 201])
  expect((await fhirGet(api, otherToken, `/fhir/ServiceRequest/${own.body.id}`)).statusCode).toBe(404)
  const subject = { reference: `Patient/${foreign.patientRowId}` }
  expect((await post({ ...newServiceRequest('PL-2'), subject })).statusCode).toBe(422)
})

const without = (name: string) => Object.fromEntries(Object.entries(newServiceRequest('PL-1')).filter(([key]) => key !== name))
const withElement = (element: object) => ({ ...newServiceRequest('PL-1'), ...element })

test.each([
  ['subject', 400, without('subject')],
  ['identifier', 400, without('identifier')],
  ['status', 400, withElement({ status: 'draft' })],
  ['intent', 400, withElement({ intent: 'proposal' })],
  ['priority', 400, withElement({ priority: 'soon' })],
  ['doNotPerform', 400, withElement({ doNotPerform: true })],
  ['modifierExtension', 400, withElement({ modifierExtension: [{ url: 'https://example.org' }] })],
  ['occurrenceDateTime', 400, withElement({ occurrenceDateTime: '2026-12-01' })],
  ['identifier', 422, withElement({ identifier: [{ value: 'PL-1' }] })],
  [
    'identifier',
    422,
    withElement({ identifier: [{ type: { coding: [{ code: 'PLAC' }] }, system: 'urn:elsewhere', value: 'PL-1' }] }),
  ],
  ['subject.reference', 422, withElement({ subject: { reference: `Patient/${randomUUID()}` } })],
  ['subject.reference', 422, withElement({ subject: { reference: '#nobody' } })],
  ['subject', 422, withElement({ subject: {} })],
  [
    'orderDetail',
    422,
    withElement({ orderDetail: [{ coding: [{ system: 'http://dicom.nema.org/resources/ontology/DCM', code: 'C/T' }] }] }),
  ],
])('refuses a bad %s with %i and stores nothing', async (element, status, payload) => {
  const { statusCode, body } = await post(payload)
  expect([statusCode, body.resourceType]).toEqual([status, 'OperationOutcome'])
  expect(JSON.stringify(body)).toContain(element)
  expect(await countOrders()).toBe(0)
})

test('a client without the scope makes no order, and broken JSON is a fault of the client', async () => {
  const reading = await fetchAccessToken(api, client)
  expect((await post(newServiceRequest('PL-1'), {}, reading)).statusCode).toBe(403)
  const broken = { method: 'POST' as const, url: '/fhir/ServiceRequest', payload: '{"resourceType":' }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/fhir+json' }
  expect((await api.request({ ...broken, headers })).statusCode).toBe(400)
  expect(await countOrders()).toBe(0)
})
