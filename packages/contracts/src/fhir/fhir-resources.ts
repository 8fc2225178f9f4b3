import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Cursor, Id, text } from '../core/primitives.ts'
import { viewerEndpoints } from '../images/viewer.ts'
import { NewServiceRequest } from './fhir-service-request.ts'

/** The most resources on a page. */
export const maxFhirPage = 100

/** A search parameter of a resource, as the CapabilityStatement describes it. */
type SearchParameter = { type: 'token' | 'reference' | 'date'; documentation: string }

const token = (documentation: string): SearchParameter => ({
  type: 'token',
  documentation: `${documentation}. Of several, separated by commas, one is looked for`,
})
const _id = token('The id of the resource')
const changed: SearchParameter = {
  type: 'date',
  documentation: 'A time or a day (UTC) with ge, gt, le or lt before it. Given twice, a beginning and an end',
}
const ofPatient: SearchParameter = { type: 'reference', documentation: 'Patient/[id], or the id alone' }

const ofPatients = { patient: ofPatient, 'patient.identifier': token('The patient ID in the laboratory') }

/** The resources that clients can read and search, with their search parameters. Routes and the CapabilityStatement are made of it. */
export const fhirResources = {
  Patient: { _id, _lastUpdated: changed, identifier: token('The patient ID in the laboratory') },
  ServiceRequest: {
    _id,
    _lastUpdated: changed,
    identifier: token('The placer, filler or accession number'),
    status: token('The status of the order: active, on-hold, completed or revoked'),
    ...ofPatients,
  },
  ImagingStudy: {
    _id,
    _lastUpdated: changed,
    identifier: token('The Study Instance UID as urn:oid:[UID], or the accession number'),
    ...ofPatients,
  },
  DiagnosticReport: { _id, _lastUpdated: changed, identifier: token('The accession number of the study'), ...ofPatients },
  /** Found by one of its parameters only. A change of a report shows in its DiagnosticReport: no search by change. */
  DocumentReference: {
    _id,
    patient: ofPatient,
    related: { type: 'reference', documentation: 'ImagingStudy/[id], or the id alone' },
  },
  /** A doctor appears with their first report, at a time that is stored nowhere: no search by change. */
  Practitioner: { _id },
  Organization: { _id, _lastUpdated: changed },
  /** Where images are read. It changes with the server alone. */
  Endpoint: { _id },
} as const satisfies Record<string, Record<string, SearchParameter>>

export type FhirResourceType = keyof typeof fhirResources
export const isFhirResourceType = (name: string): name is FhirResourceType => Object.hasOwn(fhirResources, name)
export const fhirResourceTypes = Object.keys(fhirResources).filter(isFhirResourceType)

/** A reference that `_include` follows: the element that has it, and the resource that it names. */
export type FhirInclude = { element: string; target: FhirResourceType }

const subject: FhirInclude = { element: 'subject', target: 'Patient' }

/** The references that `_include` follows, by resource and search parameter. */
export const fhirIncludes: Record<FhirResourceType, Record<string, FhirInclude>> = {
  Patient: {},
  ServiceRequest: { patient: subject },
  ImagingStudy: {
    patient: subject,
    basedon: { element: 'basedOn', target: 'ServiceRequest' },
    endpoint: { element: 'endpoint', target: 'Endpoint' },
  },
  DiagnosticReport: {
    patient: subject,
    'based-on': { element: 'basedOn', target: 'ServiceRequest' },
    'results-interpreter': { element: 'resultsInterpreter', target: 'Practitioner' },
  },
  DocumentReference: { patient: subject },
  Practitioner: {},
  Organization: {},
  Endpoint: {},
}

/** FHIR's statuses of requests. Orders are active, on hold, completed or revoked; a search may name the others, too. */
const serviceRequestStatuses = ['draft', 'active', 'on-hold', 'revoked', 'completed', 'entered-in-error', 'unknown'] as const
export type ServiceRequestStatus = (typeof serviceRequestStatuses)[number]

/** Tokens, one of which is looked for: values, or `system|value`, separated by commas. */
const Tokens = text(2_000).refine((value) => /[^,]/.test(value), 'must name a value')
/** A reference to a patient, relative or by id alone. */
const PatientReference = z
  .string()
  .max(200)
  .regex(/^(Patient\/)?[0-9a-f-]{36}$/)
  .transform((reference) => reference.replace('Patient/', ''))
  .pipe(Id)

/** A reference to a study, relative or by id alone. */
const StudyReference = z
  .string()
  .max(200)
  .regex(/^(ImagingStudy\/)?[0-9a-f-]{36}$/)
  .transform((reference) => reference.replace('ImagingStudy/', ''))
  .pipe(Id)

/** A bound of a time of change: `ge2026-03-01` or `lt2026-03-01T08:30:00Z`. */
const ChangeBound = z
  .string()
  .max(40)
  .regex(/^(ge|gt|le|lt)/, 'must begin with ge, gt, le or lt')
  .refine(
    (bound) => [z.iso.date(), z.iso.datetime({ offset: true })].some((form) => form.safeParse(bound.slice(2)).success),
    'must be a day or a time with its zone',
  )
const isLower = (bound: string) => bound.startsWith('g')

/** One bound, or a beginning and an end. */
const Changed = z
  .union([ChangeBound.transform((bound) => [bound]), z.array(ChangeBound).length(2)])
  .refine((bounds) => new Set(bounds.map(isLower)).size === bounds.length, 'must be one beginning and one end')

/** Ids, one of which is looked for, separated by commas. */
const Ids = z
  .string()
  .max(maxFhirPage * 37)
  .transform((value) => value.split(','))
  .pipe(z.array(Id).min(1).max(maxFhirPage))

/** Statuses, one of which is looked for, separated by commas. */
const Statuses = z
  .string()
  .max(200)
  .transform((value) => value.split(',').map((token) => token.replace(/^http:\/\/hl7\.org\/fhir\/request-status\|/, '')))
  .pipe(z.array(z.enum(serviceRequestStatuses)))

/** `ImagingStudy:patient`, `ImagingStudy:patient:Patient`, or several of these. */
const includesOf = (type: FhirResourceType) => {
  const known = Object.entries(fhirIncludes[type]).flatMap(([name, { target }]) => [
    `${type}:${name}`,
    `${type}:${name}:${target}`,
  ])
  const Include = z.enum(known)
  return z.union([Include.transform((value) => [value]), z.array(Include).max(10)]).optional()
}

/** Every parameter of a search. Strict: an unknown parameter is refused, because the answer would be to another question. */
const byId = z.strictObject({
  _id: Ids.optional(),
  _count: z.coerce.number().int().min(1).max(maxFhirPage).default(20),
  /** The position of the page. Clients find it in the `next` link. */
  _cursor: Cursor.optional(),
})
const byChange = byId.extend({ _lastUpdated: Changed.optional() })
const byToken = byChange.extend({ identifier: Tokens.optional() })
const ofPatientToo = { patient: PatientReference.optional(), 'patient.identifier': Tokens.optional() }

const byDocument = byId
  .extend({
    patient: PatientReference.optional(),
    related: StudyReference.optional(),
    _include: includesOf('DocumentReference'),
  })
  .refine(
    ({ _id, patient, related }) => (_id ?? patient ?? related) !== undefined,
    'a search for documents must have patient, related or _id',
  )

export type FhirSearch = z.infer<typeof byId> & {
  _lastUpdated?: string[] | undefined
  identifier?: string | undefined
  patient?: string | undefined
  'patient.identifier'?: string | undefined
  status?: ServiceRequestStatus[] | undefined
  related?: string | undefined
  _include?: string[] | undefined
}

const searchOf = {
  Patient: byToken,
  ServiceRequest: byToken.extend({ ...ofPatientToo, status: Statuses.optional(), _include: includesOf('ServiceRequest') }),
  ImagingStudy: byToken.extend({ ...ofPatientToo, _include: includesOf('ImagingStudy') }),
  DiagnosticReport: byToken.extend({ ...ofPatientToo, _include: includesOf('DiagnosticReport') }),
  DocumentReference: byDocument,
  Practitioner: byId,
  Organization: byChange,
  Endpoint: byId,
} as const satisfies Record<FhirResourceType, z.ZodObject>

/** The path of the FHIR API below the public address. */
export const fhirPath = '/fhir'

const ofClients = { access: 'fhir-client', scope: 'rows', method: 'GET', leavesTrace: true, response: 'file' } as const

const searchEndpoint = <T extends FhirResourceType>(type: T) => ({
  ...ofClients,
  path: `${fhirPath}/${type}`,
  summary: `FHIR R4: search ${type} resources of the client's laboratory`,
  query: searchOf[type],
  errors: ['NOT_AUTHENTICATED', 'FORBIDDEN', 'FHIR_FORMAT_UNSUPPORTED'] as const,
})

/** The same search with its parameters in a form, which no log of a server on the way keeps. */
const searchByFormEndpoint = <T extends FhirResourceType>(type: T) => ({
  access: 'fhir-client' as const,
  scope: 'rows' as const,
  method: 'POST' as const,
  response: 'file' as const,
  path: `${fhirPath}/${type}/_search`,
  summary: `FHIR R4: search ${type} resources of the client's laboratory, with the parameters in a form`,
  query: z.strictObject({}),
  body: searchOf[type],
  errors: ['NOT_AUTHENTICATED', 'FORBIDDEN', 'FHIR_FORMAT_UNSUPPORTED'] as const,
})

const readEndpoint = (type: FhirResourceType) => ({
  ...ofClients,
  path: `${fhirPath}/${type}/:id`,
  summary: `FHIR R4: one ${type} resource of the client's laboratory`,
  params: z.object({ id: Id }),
  errors: ['NOT_AUTHENTICATED', 'FORBIDDEN', 'RESOURCE_NOT_FOUND', 'FHIR_FORMAT_UNSUPPORTED'] as const,
})

/** The endpoints of a resource. */
export const fhirEndpointsOf = (type: FhirResourceType) => ({
  search: searchEndpoint(type),
  searchByForm: searchByFormEndpoint(type),
  read: readEndpoint(type),
})

/** The path below which clients read images. */
export const fhirImagesPath = `${fhirPath}/dicom-web`

const images = {
  access: 'fhir-client',
  scope: 'study',
  method: 'GET',
  response: 'proxy',
  errors: ['FORBIDDEN', ...viewerEndpoints.study.errors],
} as const

const open = { access: 'public', scope: 'none', response: 'file', errors: [] } as const

export const fhirEndpoints = {
  createServiceRequest: {
    access: 'fhir-client',
    scope: 'rows',
    method: 'POST',
    response: 'file',
    path: `${fhirPath}/ServiceRequest`,
    summary: "FHIR R4: a new order of the client's laboratory. The same order again is answered with the first",
    body: NewServiceRequest,
    errors: [
      'NOT_AUTHENTICATED',
      'FORBIDDEN',
      'SEVERAL_MATCHES',
      'FHIR_ELEMENT_INVALID',
      'FHIR_FORMAT_UNSUPPORTED',
      'ORDER_EXISTS',
      'CONFLICT',
    ],
  },
  binary: {
    ...ofClients,
    path: `${fhirPath}/Binary/:id`,
    summary: 'FHIR R4: the file of a DocumentReference, as it is. The scope is that of DocumentReference',
    params: z.object({ id: Id }),
    errors: [
      'NOT_AUTHENTICATED',
      'FORBIDDEN',
      'RESOURCE_NOT_FOUND',
      'REPORT_WITHDRAWN',
      'FILE_MISSING',
      'RANGE_NOT_SATISFIABLE',
      'STORAGE_UNAVAILABLE',
    ],
  },
  study: {
    ...images,
    path: `${fhirImagesPath}/studies/:studyInstanceUID`,
    summary: "WADO-RS: a study of the client's laboratory. The scope is that of ImagingStudy",
    params: viewerEndpoints.study.params,
  },
  studyPart: {
    ...images,
    path: `${fhirImagesPath}/studies/:studyInstanceUID/*`,
    summary: "WADO-RS below a study of the client's laboratory: series, instances, metadata, frames, bulk data",
    params: viewerEndpoints.studyPart.params,
  },
  metadata: {
    ...open,
    method: 'GET',
    path: `${fhirPath}/metadata`,
    summary: 'FHIR R4: the CapabilityStatement of this server',
  },
  smartConfiguration: {
    ...open,
    method: 'GET',
    path: `${fhirPath}/.well-known/smart-configuration`,
    summary: 'SMART App Launch: how clients get an access token',
  },
  token: {
    ...open,
    method: 'POST',
    path: `${fhirPath}/token`,
    summary: 'SMART backend services: an access token for a signed assertion (private_key_jwt). The body is a form',
    body: z.object({
      grant_type: text(100),
      scope: text(2_000),
      client_assertion_type: text(200),
      client_assertion: text(8_000),
    }),
  },
} as const satisfies Record<string, Endpoint>

/** Every endpoint of resources, as the endpoint table lists them. */
export const fhirResourceEndpoints: Record<string, Endpoint> = Object.fromEntries(
  fhirResourceTypes.flatMap((type) => {
    const { search, searchByForm, read } = fhirEndpointsOf(type)
    return [
      [`search${type}`, search],
      [`search${type}ByForm`, searchByForm],
      [`read${type}`, read],
    ]
  }),
)
