import type { FhirResourceType } from '@readroom/contracts/fhir/fhir-resources'
import { type AuditEntry, auditEach } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'

type FhirRead = {
  resource: FhirResourceType
  interaction: 'read' | 'search'
  /** Names of search parameters. Their values may be patient data, which the audit log never holds. */
  parameters: readonly string[]
  ids: readonly string[]
}

/** The records of the audit log that these resources are. The others tell of no patient. */
const recordOf: Partial<Record<FhirResourceType, string>> = {
  Patient: 'patient',
  ImagingStudy: 'study',
  DiagnosticReport: 'study',
  ServiceRequest: 'order',
}

/**
 * Records what a client read: an entry for each patient's record, so that the log of a study or patient has it; else one for the client, also if it
 * found nothing.
 */
export async function recordFhirRead(tx: Tx, client: { clientId: string; address: string }, read: FhirRead): Promise<void> {
  const { ids, ...how } = read
  const type = recordOf[read.resource]
  const details = { ...how, clientId: client.clientId }
  const entries: AuditEntry[] =
    type === undefined || ids.length === 0
      ? [{ action: 'fhir.read', target: { type: 'fhir_client', id: client.clientId }, details: { ...how, ids } }]
      : ids.map((id) => ({ action: 'fhir.read', target: { type, id }, details }))
  await auditEach(tx, { userId: null, address: client.address }, entries)
}
