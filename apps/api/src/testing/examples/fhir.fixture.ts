import { randomUUID } from 'node:crypto'
import { type FhirResourceType, fhirResourceTypes } from '@readroom/contracts/fhir/fhir-resources'
import { findStudy } from '@readroom/db/studies/studies'
import { receiveOrder } from '@readroom/domain/orders/receive-order'
import { accountAsSender } from '@readroom/domain/patients/matching/order-sender'
import {
  createFhirClient,
  fetchAccessToken,
  newClientKeys,
  newServiceRequest,
  signAssertion,
  tokenForm,
} from '../fhir.fixture.ts'
import { makeDocuments, signAs } from '../signed-report.fixture.ts'
import {
  archiveDown,
  type Caller,
  call,
  type Example,
  type Examples,
  get,
  type Scene,
  type Target,
  traced,
} from './example.fixture.ts'

const root = '/api/admin/fhir-clients'
const newClient = async ({ api, cast }: Scene) => `${root}/${(await createFhirClient(api, cast.labA.id)).clientId}`

/** Returns the header of laboratory A's client. An account brings its own token instead. */
async function headersOf({ api, cast }: Scene, caller: Caller | null, scope?: string) {
  if (caller) return {}
  return { authorization: `Bearer ${await fetchAccessToken(api, await createFhirClient(api, cast.labA.id), scope)}` }
}

/** Makes a signed report with its file and returns the report's id. */
async function signedFile({ api, cast }: Scene, study: Target): Promise<string> {
  const signed = await signAs(api, cast.assignedDoctor, study._id)
  await makeDocuments(api, signed)
  return signed.report.id
}

/** Makes the resource of a study and returns its id. */
const resourceIds: Record<FhirResourceType, (scene: Scene, study: Target) => Promise<string>> = {
  Patient: async ({ api, cast }, study) => (await findStudy(api.db, cast.admin, study._id))?.patientRowId ?? randomUUID(),
  ServiceRequest: async ({ api, cast }) => {
    const command = { control: 'new' as const, placer: { number: randomUUID(), authority: null } }
    return (await api.db.transaction((tx) => receiveOrder(tx, accountAsSender(cast.admin, cast.labA.id), command))).orderId
  },
  ImagingStudy: async (_scene, study) => study._id,
  DiagnosticReport: async ({ api, cast }, study) => {
    await signAs(api, cast.assignedDoctor, study._id)
    return study._id
  },
  DocumentReference: signedFile,
  Practitioner: async ({ api, cast }, study) => {
    await signAs(api, cast.assignedDoctor, study._id)
    return cast.assignedDoctor.doctorId
  },
  Organization: async ({ cast }) => cast.labA.id,
  Endpoint: async ({ cast }) => cast.labA.id,
}

/** A search for one record: each that is found leaves a trace of its own. */
const search = (type: Exclude<FhirResourceType, 'DocumentReference'>): Example =>
  traced('FHIR', { leaves: ['audit fhir.read'] }, async (scene, _study, caller) => ({
    method: 'GET',
    url: `/fhir/${type}?_count=1`,
    headers: await headersOf(scene, caller),
  }))
const searchByForm = (type: FhirResourceType): Example =>
  traced('FHIR', { leaves: ['audit fhir.read'] }, async (scene, study, caller) => ({
    method: 'POST',
    url: `/fhir/${type}/_search`,
    headers: { ...(await headersOf(scene, caller)), 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ _id: await resourceIds[type](scene, study), _count: '1' }).toString(),
  }))
const read = (type: FhirResourceType): Example =>
  traced('FHIR', { leaves: ['audit fhir.read'] }, async (scene, study, caller) => ({
    method: 'GET',
    url: `/fhir/${type}/${await resourceIds[type](scene, study)}`,
    headers: await headersOf(scene, caller),
  }))

const images = (below: string): Example =>
  call(
    'FHIR',
    async (scene, { studyInstanceUid }, caller) => ({
      method: 'GET',
      url: `/fhir/dicom-web/studies/${studyInstanceUid}${below}`,
      headers: await headersOf(scene, caller),
    }),
    archiveDown,
  )

export const fhirExamples: Examples = {
  [`GET ${root}`]: get('ADMIN', root),
  [`POST ${root}`]: traced('ADMIN', { leaves: ['audit fhir_client.created'] }, async ({ cast }) => ({
    method: 'POST',
    url: root,
    payload: { labId: cast.labA.id, name: randomUUID(), jwks: (await newClientKeys()).jwks },
  })),
  [`PUT ${root}/:clientId`]: traced('ADMIN', { leaves: ['audit fhir_client.deactivated'] }, async (scene) => ({
    method: 'PUT',
    url: await newClient(scene),
    payload: { isActive: false },
  })),
  [`DELETE ${root}/:clientId`]: traced('ADMIN', { leaves: ['audit fhir_client.deleted'] }, async (scene) => ({
    method: 'DELETE',
    url: await newClient(scene),
  })),
  'GET /fhir/metadata': get('PUBLIC', '/fhir/metadata'),
  'GET /fhir/.well-known/smart-configuration': get('PUBLIC', '/fhir/.well-known/smart-configuration'),
  'POST /fhir/token': traced('PUBLIC', { leaves: ['audit fhir_client.signed_in'] }, async ({ api, cast }) =>
    tokenForm(await signAssertion(await createFhirClient(api, cast.labA.id))),
  ),
  ...Object.fromEntries(fhirResourceTypes.map((type) => [`POST /fhir/${type}/_search`, searchByForm(type)])),
  'GET /fhir/Patient': search('Patient'),
  'GET /fhir/Patient/:id': read('Patient'),
  'GET /fhir/ServiceRequest': search('ServiceRequest'),
  'POST /fhir/ServiceRequest': {
    ...traced('FHIR', { leaves: ['audit order.created', 'audit fhir.created'] }, async (scene, _study, caller) => ({
      method: 'POST',
      url: '/fhir/ServiceRequest',
      headers: await headersOf(scene, caller, 'system/ServiceRequest.c'),
      payload: newServiceRequest(randomUUID()),
    })),
    allowed: { status: 201 },
  },
  'GET /fhir/ServiceRequest/:id': read('ServiceRequest'),
  'GET /fhir/ImagingStudy': search('ImagingStudy'),
  'GET /fhir/ImagingStudy/:id': read('ImagingStudy'),
  'GET /fhir/DiagnosticReport': search('DiagnosticReport'),
  'GET /fhir/DiagnosticReport/:id': read('DiagnosticReport'),
  'GET /fhir/DocumentReference': traced('FHIR', { leaves: ['audit fhir.read'] }, async (scene, study, caller) => ({
    method: 'GET',
    url: `/fhir/DocumentReference?_id=${await signedFile(scene, study)}`,
    headers: await headersOf(scene, caller),
  })),
  'GET /fhir/DocumentReference/:id': read('DocumentReference'),
  'GET /fhir/Binary/:id': traced('FHIR', { leaves: ['audit report.downloaded'] }, async (scene, study, caller) => ({
    method: 'GET',
    url: `/fhir/Binary/${await signedFile(scene, study)}`,
    headers: await headersOf(scene, caller),
  })),
  'GET /fhir/dicom-web/studies/:studyInstanceUID': images(''),
  'GET /fhir/dicom-web/studies/:studyInstanceUID/*': images('/metadata'),
  'GET /fhir/Endpoint': search('Endpoint'),
  'GET /fhir/Endpoint/:id': read('Endpoint'),
  'GET /fhir/Practitioner': search('Practitioner'),
  'GET /fhir/Practitioner/:id': read('Practitioner'),
  'GET /fhir/Organization': search('Organization'),
  'GET /fhir/Organization/:id': read('Organization'),
}
