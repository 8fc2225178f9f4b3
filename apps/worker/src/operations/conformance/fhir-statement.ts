import { assertionAlgorithms, maxAssertionSeconds, tokenSeconds } from '@readroom/contracts/fhir/fhir-clients'
import {
  fhirEndpoints,
  fhirEndpointsOf,
  fhirImagesPath,
  fhirIncludes,
  fhirResources,
  fhirResourceTypes,
  maxFhirPage,
} from '@readroom/contracts/fhir/fhir-resources'
import { NewServiceRequest } from '@readroom/contracts/fhir/fhir-service-request'
import { code, page, table } from './markdown.ts'

const parameterRows = fhirResourceTypes.flatMap((type) =>
  Object.entries(fhirResources[type]).map(([name, { type: kind, documentation }]) => [type, code(name), kind, documentation]),
)

const includeRows = fhirResourceTypes.flatMap((type) =>
  Object.entries(fhirIncludes[type]).map(([name, { target }]) => [code(`_include=${type}:${name}`), target]),
)

/** Returns the FHIR conformance statement. */
export const fhirStatement = (): string =>
  page(
    '# FHIR conformance',
    'This page is printed from the tables of the program ([contributing](../contributing.md#conformance-statements)). The reasons are in [FHIR](../decisions/fhir/fhir.md). `GET /fhir/metadata` answers with the same as a CapabilityStatement.',
    'Readroom is a FHIR R4 (4.0.1) server for the systems of laboratories. It speaks JSON. Clients read and search, and make orders. They change nothing else.',
    '## Access',
    table(
      ['what', 'value'],
      [
        ['configuration', code(fhirEndpoints.smartConfiguration.path)],
        ['token endpoint', code(fhirEndpoints.token.path)],
        ['grant', 'SMART backend services: `client_credentials` with `private_key_jwt`'],
        ['algorithms of assertions', assertionAlgorithms.map(code).join(', ')],
        ['longest life of an assertion', `${maxAssertionSeconds} seconds, used once`],
        ['life of an access token', `${tokenSeconds} seconds`],
        ['scopes', '`system/*.rs`, `system/[resource].rs`, `system/ServiceRequest.c`'],
      ],
    ),
    'A client sees what the staff of its laboratory see. Everything else is 404, exactly like a resource that does not exist.',
    '## Resources',
    table(
      ['resource', 'read', 'search', 'search by form'],
      fhirResourceTypes.map((type) => {
        const { read, search, searchByForm } = fhirEndpointsOf(type)
        return [type, code(`GET ${read.path}`), code(`GET ${search.path}`), code(`POST ${searchByForm.path}`)]
      }),
    ),
    `Files are read at ${code(`GET ${fhirEndpoints.binary.path}`)}, by the address that a DocumentReference names and with its scope. They are sent as they are. The file of a withdrawn report is answered with 410.`,
    'Resources are sent as `application/fhir+json`. Another format in `_format` or `Accept` is refused with 406. A read has an `ETag`; with `If-None-Match` the answer is 304 until the resource changes. Every error is an OperationOutcome.',
    `Images are read by WADO-RS below ${code(fhirImagesPath)}, with the scope of ImagingStudy, as the Endpoint says (SMART Imaging Access, draft of August 2026).`,
    '## New orders',
    `${code(`POST ${fhirEndpoints.createServiceRequest.path}`)} makes an order. These elements are read: ${Object.keys(NewServiceRequest.shape).map(code).join(', ')}. Others are passed over, except for modifiers, which are refused. The answer is the stored order.`,
    table(
      ['element', 'rule'],
      [
        [
          code('identifier'),
          'one of type PLAC, and at most one of type FILL and ACSN each. Systems are those of the laboratory, or none',
        ],
        [code('subject'), 'Patient/[id], or a contained Patient, or an identifier and a display'],
        [code('orderDetail'), 'a coding of DICOM (DCM) is the modality'],
        [code('reasonCode'), 'with the notes, the indication'],
        [code('occurrenceDateTime'), 'a time with its zone'],
      ],
    ),
    'The same order again is answered with 200 and the first. Other content under the same placer number is refused with 409. `If-None-Exist: identifier=[number]` answers with the order that has the number, whatever the new one says. A fault is answered with 400 or 422 and names the element.',
    '## Search parameters',
    table(['resource', 'parameter', 'type', 'value'], parameterRows),
    table(['also in the answer', 'resource'], includeRows),
    `\`_count\` is at most ${maxFhirPage}. Pages are newest first and linked by \`next\`. With \`_lastUpdated\` they are by change, the oldest first: ask from the newest \`meta.lastUpdated\` that you have, less one minute, because a change shows when its transaction ends. A search for documents needs one of its parameters. DocumentReference and Practitioner have no search by change, because no time of change is stored. The file of a report changes with its DiagnosticReport. A person who was merged into another is inactive, with a link \`replaced-by\`. Unknown and repeated parameters and modifiers are refused with an OperationOutcome.`,
  )
