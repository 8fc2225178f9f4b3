import type { AuditAction } from '@readroom/contracts/core/audit-actions'
import { namedCases } from '@readroom/contracts/testing/named-cases'
import { auditLog } from '@readroom/db/core/audit.schema'
import { labs } from '@readroom/db/people/labs.schema'
import { reports } from '@readroom/db/reports/reports.schema'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { createAssignment, createCast, createReport, createStudy } from '@readroom/db/testing/factories'
import { receiveOrder } from '@readroom/domain/orders/receive-order'
import { accountAsSender } from '@readroom/domain/patients/matching/order-sender'
import { withdrawReport } from '@readroom/domain/reports/withdrawal'
import { transition } from '@readroom/domain/studies/transition'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFhirClient, fetchAccessToken, fhirGet } from '../../testing/fhir.fixture.ts'
import { makeDocuments, signAs } from '../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { writtenReport } from '../../testing/written-report.fixture.ts'

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

const base = 'http://localhost:8080/fhir'

async function get(url: string, as = token) {
  const { statusCode, headers, json } = await fhirGet(api, as, url)
  expect(headers['content-type']).toBe('application/fhir+json; charset=utf-8')
  return { statusCode, body: json() }
}
async function idsOf(url: string): Promise<string[]> {
  const { body } = await get(url)
  return (body.entry ?? []).map(({ resource }: { resource: { id: string } }) => resource.id)
}

/** Makes a study that the assigned doctor may report. */
async function makeStudy(fields: Parameters<typeof createStudy>[1] = {}) {
  const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor', imageCount: 1, ...fields })
  const { assignedDoctor, admin } = cast
  await createAssignment(api.db, { studyId: study.id, doctorId: assignedDoctor.doctorId, assignedBy: admin.userId })
  return study
}

const types = [
  'Patient',
  'ServiceRequest',
  'ImagingStudy',
  'DiagnosticReport',
  'DocumentReference',
  'Practitioner',
  'Organization',
  'Endpoint',
]

/** Makes everything that a laboratory can have. */
async function fillLab(labId: string) {
  const study = await makeStudy({ labId, patientName: 'Verborgen Vera', patientId: 'SECRET-1', accessionNumber: 'ACC-7' })
  const signed = await signAs(api, cast.assignedDoctor, study.id)
  await makeDocuments(api, signed)
  const command = {
    control: 'new' as const,
    placer: { number: 'PL-1', authority: null },
    studyInstanceUid: study.studyInstanceUid,
  }
  const { orderId } = await api.db.transaction((tx) => receiveOrder(tx, accountAsSender(cast.admin, labId), command))
  return { study, orderId, fileId: signed.report.id }
}

test("a client finds nothing of another laboratory, by search or by id, and cannot tell it from what doesn't exist", async () => {
  const { study, orderId, fileId } = await fillLab(cast.labB.id)
  const ids: Record<string, string> = {
    Patient: study.patientRowId,
    ServiceRequest: orderId,
    ImagingStudy: study.id,
    DiagnosticReport: study.id,
    DocumentReference: fileId,
    Practitioner: cast.assignedDoctor.doctorId,
    Organization: cast.labB.id,
    Endpoint: cast.labB.id,
  }
  const owner = await fetchAccessToken(api, await createFhirClient(api, cast.labB.id))
  for (const type of types) {
    expect((await get(`/fhir/${type}/${ids[type]}`, owner)).body).toMatchObject({ resourceType: type, id: ids[type] })
    expect(await idsOf(`/fhir/${type}?_id=${ids[type]}`)).toEqual([])
    if (type !== 'DocumentReference') expect(await idsOf(`/fhir/${type}`)).not.toContain(ids[type])
    const [hidden, missing] = [
      await get(`/fhir/${type}/${ids[type]}`),
      await get(`/fhir/${type}/01890000-0000-7000-8000-00000000ffff`),
    ]
    expect(hidden).toEqual(missing)
    expect(hidden).toMatchObject({ statusCode: 404, body: { resourceType: 'OperationOutcome' } })
  }
})

test('drafts and reports that can be recalled never appear, nor those that were recalled', async () => {
  const { assignedDoctor, admin } = cast
  const by = { doctorId: assignedDoctor.doctorId, uploadedBy: assignedDoctor.userId }
  const draft = await makeStudy()
  await createReport(api.db, { studyId: draft.id, ...by, status: 'draft' })
  const recallable = await makeStudy()
  await signAs(api, assignedDoctor, recallable.id, { recallSeconds: 600 })
  const recalled = await makeStudy()
  const never = { status: 'finalized', withdrawnAt: new Date(), releasedAt: null } as const
  await createReport(api.db, { studyId: recalled.id, ...by, ...never })
  const preliminary = await makeStudy()
  await signAs(api, assignedDoctor, preliminary.id, { meaning: 'preliminary' })
  const finished = await makeStudy()
  await signAs(api, assignedDoctor, finished.id)
  expect(admin.role).toBe('admin')

  expect(await idsOf('/fhir/DiagnosticReport')).toEqual([finished.id])
  for (const study of [draft, recallable, recalled, preliminary])
    expect((await get(`/fhir/DiagnosticReport/${study.id}`)).statusCode).toBe(404)
})

test('a report that was withdrawn is entered in error for those who had it, without its text, until there is another', async () => {
  const { assignedDoctor, admin } = cast
  const study = await makeStudy()
  await signAs(api, assignedDoctor, study.id)
  const { body: before } = await get(`/fhir/DiagnosticReport/${study.id}`)
  await api.db.transaction((tx) => withdrawReport(tx, admin, { studyId: study.id, reason: 'Wrong patient' }))
  const changed = `/fhir/DiagnosticReport?_lastUpdated=gt${before.meta.lastUpdated}`
  expect(await idsOf(changed)).toEqual([study.id])
  const { body } = await get(`/fhir/DiagnosticReport/${study.id}`)
  expect(body).toMatchObject({ status: 'entered-in-error', subject: before.subject })
  expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['conclusion']))
  expect(body.presentedForm).toBeUndefined()
  await signAs(api, assignedDoctor, study.id)
  expect((await get(`/fhir/DiagnosticReport/${study.id}`)).body).toMatchObject({ status: 'final', conclusion: before.conclusion })
})

test('a preliminary report that was withdrawn shows only to a laboratory that reads preliminary ones', async () => {
  const study = await makeStudy()
  const { assignedDoctor } = cast
  const { report } = await signAs(api, assignedDoctor, study.id, { meaning: 'preliminary' })
  await api.db.update(reports).set({ withdrawnAt: new Date() }).where(eq(reports.id, report.id))
  expect((await get(`/fhir/DiagnosticReport/${study.id}`)).statusCode).toBe(404)
  await api.db.update(labs).set({ preliminaryVisible: true }).where(eq(labs.id, cast.labA.id))
  expect((await get(`/fhir/DiagnosticReport/${study.id}`)).body).toMatchObject({ status: 'entered-in-error' })
})

test.each([
  ['Patient', 'PID-1,PID-2', 2],
  ['Patient', 'PID-1,PID-9', 1],
  ['Patient', 'PID-9,PID-8', 0],
  ['Patient', 'http://elsewhere.example|PID-1,PID-2', 1],
  ['Patient', 'PID\\,3', 1],
  ['Patient', 'PID-1\\', 0],
  ['ImagingStudy', 'ACC-1,ACC-2', 2],
  ['DiagnosticReport', 'ACC-1,ACC-2', 2],
  ['ServiceRequest', 'PL-1,PL-2', 2],
])('a comma means or: %s with the identifier %s', async (type, identifier, count) => {
  for (const number of [1, 2]) {
    const study = await makeStudy({ patientId: `PID-${number}`, accessionNumber: `ACC-${number}` })
    await signAs(api, cast.assignedDoctor, study.id)
    const command = { control: 'new', placer: { number: `PL-${number}`, authority: null } } as const
    await api.db.transaction((tx) => receiveOrder(tx, accountAsSender(cast.admin, cast.labA.id), command))
  }
  await makeStudy({ patientId: 'PID,3' })
  expect(await idsOf(`/fhir/${type}?identifier=${encodeURIComponent(identifier)}`)).toHaveLength(count)
})

test('only the doctors of visible reports appear', async () => {
  const study = await makeStudy()
  await signAs(api, cast.assignedDoctor, study.id, { recallSeconds: 600 })
  expect(await idsOf('/fhir/Practitioner')).toEqual([])
  const other = await makeStudy()
  await signAs(api, cast.assignedDoctor, other.id)
  expect(await idsOf('/fhir/Practitioner')).toEqual([cast.assignedDoctor.doctorId])
})

test('a correction and an addendum are new versions of the same resource', async () => {
  const { id } = await makeStudy()
  const read = async () => (await get(`/fhir/DiagnosticReport/${id}`)).body
  const textOf = ({ presentedForm }: { presentedForm: [{ data: string }] }) =>
    Buffer.from(presentedForm[0].data, 'base64').toString()

  await signAs(api, cast.assignedDoctor, id)
  expect(await read()).toMatchObject({ id, meta: { versionId: '1' }, status: 'final', conclusion: 'Normal knee.' })
  await signAs(api, cast.assignedDoctor, id, { kind: 'addendum' })
  const appended = await read()
  expect(appended).toMatchObject({ id, meta: { versionId: '2' }, status: 'appended', conclusion: 'Normal knee.' })
  expect(textOf(appended)).toContain('Compared with 2023: unchanged.')
  await signAs(api, cast.assignedDoctor, id, { kind: 'correction' })
  const corrected = await read()
  expect(corrected).toMatchObject({ meta: { versionId: '3' }, status: 'corrected', conclusion: 'Fracture of the patella.' })
  expect(textOf(corrected)).not.toContain('Normal knee.')
})

test('an addendum to an uploaded file comes without the text that the file replaced', async () => {
  const { assignedDoctor } = cast
  const { id } = await makeStudy()
  await signAs(api, assignedDoctor, id)
  const by = { doctorId: assignedDoctor.doctorId, uploadedBy: assignedDoctor.userId }
  await createReport(api.db, { studyId: id, ...by, status: 'finalized', version: 2 })
  await signAs(api, assignedDoctor, id, { kind: 'addendum' })
  const { body } = await get(`/fhir/DiagnosticReport/${id}`)
  expect(body).toMatchObject({ meta: { versionId: '3' }, status: 'appended' })
  expect(body).not.toHaveProperty('conclusion')
  const text = Buffer.from(body.presentedForm[0].data, 'base64').toString()
  expect(text).toContain('Compared with 2023: unchanged.')
  expect(text).not.toContain('Normal knee.')
})

test('a preliminary report of a study that is read anew does not replace the final one', async () => {
  const { admin, assignedDoctor, labA } = cast
  await api.db.update(labs).set({ preliminaryVisible: true }).where(eq(labs.id, labA.id))
  const study = await makeStudy()
  const final = await signAs(api, assignedDoctor, study.id)
  await makeDocuments(api, final)
  await api.db.transaction(async (tx) => {
    const [locked, finished] = await lockAnyStudy(tx, study.id)
    if (finished) await transition(locked, finished, 'reset', { actorUserId: admin.userId, details: { withdrawn: false } })
  })
  const content = writtenReport({ findings: 'A fracture?', impression: 'To be compared.' })
  await makeDocuments(api, await signAs(api, assignedDoctor, study.id, { meaning: 'preliminary', content }))
  const { body } = await get(`/fhir/DiagnosticReport/${study.id}`)
  expect(body).toMatchObject({ meta: { versionId: '1' }, status: 'final', conclusion: 'Normal knee.' })
  expect(body.issued).toBe(final.version.signedAt.toISOString())
  expect(body.presentedForm[1].url).toBe(`${base}/Binary/${final.report.id}`)
  await signAs(api, assignedDoctor, study.id, { content })
  expect((await get(`/fhir/DiagnosticReport/${study.id}`)).body).toMatchObject({
    status: 'corrected',
    conclusion: 'To be compared.',
  })
})

test.each(namedCases)('a name $kind has its parts as Patient', async ({ pn, fhir }) => {
  const study = await createStudy(api.db, { labId: cast.labA.id, patientName: pn })
  const { body } = await get(`/fhir/Patient/${study.patientRowId}`)
  expect(body.name).toEqual(fhir)
})

test('resources of one examination name each other', async () => {
  const { study, orderId } = await fillLab(cast.labA.id)
  const subject = { reference: `Patient/${study.patientRowId}` }
  const basedOn = [{ reference: `ServiceRequest/${orderId}` }]
  expect((await get(`/fhir/ServiceRequest/${orderId}`)).body).toMatchObject({ status: 'completed', intent: 'order', subject })
  expect((await get(`/fhir/ImagingStudy/${study.id}`)).body).toMatchObject({ status: 'available', subject, basedOn })
  expect((await get(`/fhir/DiagnosticReport/${study.id}`)).body).toMatchObject({
    subject,
    basedOn,
    imagingStudy: [{ reference: `ImagingStudy/${study.id}` }],
    resultsInterpreter: [{ reference: `Practitioner/${cast.assignedDoctor.doctorId}` }],
  })
  expect((await get(`/fhir/Patient/${study.patientRowId}`)).body).toMatchObject({
    name: [{ text: 'Verborgen Vera' }],
    identifier: [{ system: `${base}/laboratories/${cast.labA.id}/patients`, value: 'SECRET-1' }],
  })
})

test('searches find numbers, with or without their system', async () => {
  const { study, orderId } = await fillLab(cast.labA.id)
  await makeStudy({ accessionNumber: 'ACC-8', patientId: 'OTHER' })
  const system = (name: string) => `${base}/laboratories/${cast.labA.id}/${name}`
  const search = (type: string, identifier: string) => idsOf(`/fhir/${type}?identifier=${encodeURIComponent(identifier)}`)

  expect(await search('Patient', 'SECRET-1')).toEqual([study.patientRowId])
  expect(await search('Patient', `${system('patients')}|SECRET-1`)).toEqual([study.patientRowId])
  expect(await search('Patient', 'urn:elsewhere|SECRET-1')).toEqual([])
  expect(await search('ServiceRequest', 'PL-1')).toEqual([orderId])
  expect(await search('ServiceRequest', `${system('placer-orders')}|PL-1`)).toEqual([orderId])
  expect(await search('ServiceRequest', `${system('filler-orders')}|PL-1`)).toEqual([])
  expect(await search('ImagingStudy', `urn:dicom:uid|urn:oid:${study.studyInstanceUid}`)).toEqual([study.id])
  expect(await search('ImagingStudy', 'ACC-7')).toEqual([study.id])
  expect(await search('DiagnosticReport', `${system('accessions')}|ACC-7`)).toEqual([study.id])
  expect(await idsOf(`/fhir/ImagingStudy?patient=Patient/${study.patientRowId}`)).toEqual([study.id])
  expect(await idsOf(`/fhir/DiagnosticReport?patient=${study.patientRowId}`)).toEqual([study.id])
})

test.each(['ImagingStudy', 'Patient'])('pages of %s follow their next links to every resource once', async (type) => {
  const studies = []
  for (let made = 0; made < 5; made++) studies.push(await makeStudy())
  const expected = studies.map(({ id, patientRowId }) => (type === 'Patient' ? patientRowId : id)).reverse()

  const found: string[] = []
  let url: string | undefined = `/fhir/${type}?_count=2`
  const sizes: number[] = []
  while (url) {
    const { body }: { body: { entry: { resource: { id: string } }[]; link: { relation: string; url: string }[] } } =
      await get(url)
    sizes.push(body.entry.length)
    found.push(...body.entry.map(({ resource }) => resource.id))
    expect(body.link.find(({ relation }) => relation === 'self')?.url).toBe(base.replace('/fhir', url))
    url = body.link.find(({ relation }) => relation === 'next')?.url.replace('http://localhost:8080', '')
  }
  expect(sizes).toEqual([2, 2, 1])
  expect(found).toEqual(expected)
})

test.each([
  ['an unknown parameter', '/fhir/Patient?name=Vera', 'name'],
  ['a modifier', '/fhir/Patient?identifier:not=1', 'identifier:not'],
  ['a parameter twice', '/fhir/Patient?identifier=1&identifier=2', ''],
  ['a parameter of another resource', '/fhir/Practitioner?patient=1', 'patient'],
  ['too many resources', '/fhir/Patient?_count=101', ''],
  ['a made-up position', '/fhir/ImagingStudy?_cursor=abc', ''],
  ['an id of another form', '/fhir/Patient/42', ''],
])('refuses %s with an OperationOutcome', async (_what, url, named) => {
  const { statusCode, body } = await get(url)
  expect(statusCode).toBe(400)
  expect(body).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'invalid' }] })
  expect(JSON.stringify(body)).toContain(named)
})

test('a token opens only the resources of its scopes', async () => {
  const limited = await fetchAccessToken(api, await createFhirClient(api, cast.labA.id), 'system/ImagingStudy.rs')
  expect((await get('/fhir/ImagingStudy', limited)).statusCode).toBe(200)
  expect(await get('/fhir/Patient', limited)).toMatchObject({ statusCode: 403, body: { issue: [{ code: 'forbidden' }] } })
})

test("an account's token, a client's token of a deleted client and no token are refused", async () => {
  const client = await createFhirClient(api, cast.labA.id)
  const own = await fetchAccessToken(api, client)
  expect((await get('/fhir/Patient', own)).statusCode).toBe(200)
  await api.request({ method: 'DELETE', url: `/api/admin/fhir-clients/${client.clientId}` }, cast.admin)
  for (const refused of [own, api.token(cast.staffA), api.token(cast.admin), 'x', '']) {
    expect(await get('/fhir/Patient', refused)).toMatchObject({ statusCode: 401, body: { issue: [{ code: 'login' }] } })
  }
})

test('the audit log says who read what, without patient data', async () => {
  const { study } = await fillLab(cast.labA.id)
  const client = await createFhirClient(api, cast.labA.id)
  const own = await fetchAccessToken(api, client)
  const read = { method: 'HEAD' as const, url: '/fhir/Patient', headers: { authorization: `Bearer ${own}` } }
  expect((await api.request(read)).statusCode).toBe(200)
  await get('/fhir/Patient?identifier=SECRET-1', own)
  await get('/fhir/Patient?identifier=NOBODY', own)
  await get(`/fhir/ImagingStudy/${study.id}`, own)
  const actions: AuditAction[] = ['fhir.read', 'fhir_client.signed_in']
  const entriesOf = (id: string) =>
    api.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetId, id), inArray(auditLog.action, actions)))
      .orderBy(desc(auditLog.id))
  const entries = [
    ...(await entriesOf(client.clientId)),
    ...(await entriesOf(study.patientRowId)),
    ...(await entriesOf(study.id)),
  ]
  const by = { clientId: client.clientId }
  expect(entries).toMatchObject([
    { action: 'fhir.read', targetType: 'fhir_client', details: { resource: 'Patient', interaction: 'search', ids: [] } },
    { action: 'fhir_client.signed_in' },
    {
      action: 'fhir.read',
      targetType: 'patient',
      actorUserId: null,
      details: { resource: 'Patient', interaction: 'search', ...by },
    },
    { action: 'fhir.read', targetType: 'study', details: { resource: 'ImagingStudy', interaction: 'read', ...by } },
  ])
  expect(JSON.stringify(entries)).not.toMatch(/SECRET-1|Verborgen/)
})
