import { fhirImagesPath } from '@readroom/contracts/fhir/fhir-resources'
import { findLab } from '@readroom/db/people/labs'
import { referenceTo } from './fhir-codes.ts'
import type { Searcher } from './search/searcher.ts'

/** SMART Imaging Access: images are read with the access token of the search. */
const requiresAccessToken = 'http://fhir.org/argonaut/smart-imaging/StructureDefinition/requires-access-token'

/** Finds the address below which the client reads images, the only endpoint that it sees. It has the id of the laboratory. */
export const searchEndpoints: Searcher = async ({ db, labId, base }, { ids, after }) => {
  const found = await findLab(db, labId)
  if (!found || after || (ids && !ids.includes(labId))) return []
  const { lab } = found
  return [
    {
      resource: {
        resourceType: 'Endpoint',
        id: lab.id,
        extension: [{ url: requiresAccessToken, valueBoolean: true }],
        status: 'active',
        connectionType: {
          system: 'http://terminology.hl7.org/CodeSystem/endpoint-connection-type',
          code: 'dicom-wado-rs',
        },
        managingOrganization: referenceTo('Organization', lab.id),
        payloadType: [{ text: 'DICOM' }],
        payloadMimeType: ['application/dicom'],
        address: new URL(fhirImagesPath, base).href,
      },
      position: { receivedAt: lab.createdAt, id: lab.id },
    },
  ]
}
