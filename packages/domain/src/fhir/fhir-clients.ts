import { AppError } from '@readroom/contracts/core/errors'
import type { FhirClientFields } from '@readroom/contracts/fhir/fhir-clients'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import {
  deleteFhirClient,
  insertFhirClient,
  markFhirClientUsed,
  setFhirClientActive,
  useAssertion,
} from '@readroom/db/fhir/fhir-clients'

const targetOf = (id: string) => ({ type: 'fhir_client', id })

/** Returns the new client's id. A taken name or an unknown laboratory breaks a constraint. */
export async function createFhirClient(tx: Tx, actor: Actor, fields: FhirClientFields): Promise<string> {
  const id = await insertFhirClient(tx, fields)
  const details = { labId: fields.labId, keyIds: fields.jwks.keys.map(({ kid }) => kid) }
  await audit(tx, actor, { action: 'fhir_client.created', target: targetOf(id), details })
  return id
}

/** Activates or deactivates a client. Throws FHIR_CLIENT_NOT_FOUND. */
export async function changeFhirClient(
  tx: Tx,
  actor: Actor,
  { clientId, isActive }: { clientId: string; isActive: boolean },
): Promise<void> {
  if (!(await setFhirClientActive(tx, clientId, isActive))) throw new AppError('FHIR_CLIENT_NOT_FOUND')
  const action = isActive ? 'fhir_client.activated' : 'fhir_client.deactivated'
  await audit(tx, actor, { action, target: targetOf(clientId) })
}

/** Deletes a client. Throws FHIR_CLIENT_NOT_FOUND. */
export async function removeFhirClient(tx: Tx, actor: Actor, clientId: string): Promise<void> {
  const removed = await deleteFhirClient(tx, clientId)
  if (!removed) throw new AppError('FHIR_CLIENT_NOT_FOUND')
  await audit(tx, actor, { action: 'fhir_client.deleted', target: targetOf(clientId), details: removed })
}

/** An assertion whose signature was checked. */
export type Assertion = { clientId: string; assertionId: string; expiresAt: Date; address: string }

/** Records that a client gets an access token for an assertion. Returns false if the assertion was used before. */
export async function admitFhirClient(tx: Tx, { address, ...assertion }: Assertion): Promise<boolean> {
  if (!(await useAssertion(tx, assertion))) return false
  const { clientId } = assertion
  await markFhirClientUsed(tx, clientId)
  await audit(tx, { userId: null, address }, { action: 'fhir_client.signed_in', target: targetOf(clientId) })
  return true
}
