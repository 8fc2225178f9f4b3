import type { FhirResourceType } from '@readroom/contracts/fhir/fhir-resources'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'

type FhirRead = {
  resource: FhirResourceType
  interaction: 'read' | 'search'
  /** Names of search parameters. Their values may be patient data, which the audit log never holds. */
  parameters: readonly string[]
  ids: readonly string[]
}

/** Records what a client read. */
export async function recordFhirRead(tx: Tx, client: { clientId: string; address: string }, read: FhirRead): Promise<void> {
  const target = { type: 'fhir_client', id: client.clientId }
  await audit(tx, { userId: null, address: client.address }, { action: 'fhir.read', target, details: read })
}
