import type { FhirResourceType } from '@readroom/contracts/fhir/fhir-resources'
import { searchDiagnosticReports } from '../diagnostic-reports.ts'
import { searchDocumentReferences } from '../document-references.ts'
import { searchEndpoints } from '../endpoints.ts'
import { searchImagingStudies } from '../imaging-studies.ts'
import { searchOrganizations } from '../organizations.ts'
import { searchPatients } from '../patients.ts'
import { searchPractitioners } from '../practitioners.ts'
import { searchServiceRequests } from '../service-requests.ts'
import type { Searcher } from './searcher.ts'

/** How each resource is found. */
export const searchers: Record<FhirResourceType, Searcher> = {
  Patient: searchPatients,
  ServiceRequest: searchServiceRequests,
  ImagingStudy: searchImagingStudies,
  DiagnosticReport: searchDiagnosticReports,
  DocumentReference: searchDocumentReferences,
  Practitioner: searchPractitioners,
  Organization: searchOrganizations,
  Endpoint: searchEndpoints,
}
