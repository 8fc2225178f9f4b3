import { AppError } from '@readroom/contracts/core/errors'
import { needsSecret, type ResultDestinationFields, type ResultSettings } from '@readroom/contracts/reports/results'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import { insertTestDelivery } from '@readroom/db/reports/result-deliveries'
import {
  hurryResultDestination,
  insertResultDestination,
  lockResultDestination,
  updateResultDestination,
} from '@readroom/db/reports/result-destinations'

/** Returns the place without anything that may be secret, such as the query of an address. */
function placeOf(settings: ResultSettings): string {
  if (settings.kind === 'hl7') return `${settings.host}:${settings.port}`
  if (settings.kind === 'dicom') return `${settings.calledAeTitle}@${settings.host}:${settings.port}`
  return settings.kind === 'folder' ? settings.folder : new URL(settings.url).host
}

/** Returns true if a secret that was entered for `before` may be used for `after`: nobody else gets it. */
function isSecretKept(before: ResultSettings, after: ResultSettings): boolean {
  if (before.kind === 'stow' && after.kind === 'stow')
    return before.login.kind === after.login.kind && new URL(before.url).origin === new URL(after.url).origin
  return before.kind === after.kind
}

const recorded = (id: string, { settings, state, alertMinutes }: Omit<ResultDestinationFields, 'labId'>) => ({
  target: { type: 'result_destination', id },
  details: { kind: settings.kind, place: placeOf(settings), state, alertMinutes },
})

/** `sealedSecret`: null if the account wrote none. */
type Sealed = { sealedSecret: string | null }

/** Returns the new destination's id. Throws RESULT_SECRET_MISSING. A taken name or an unknown laboratory breaks a constraint. */
export async function createResultDestination(tx: Tx, actor: Actor, fields: ResultDestinationFields & Sealed): Promise<string> {
  if (needsSecret(fields.settings) && fields.sealedSecret === null) throw new AppError('RESULT_SECRET_MISSING')
  const id = await insertResultDestination(tx, fields)
  await audit(tx, actor, { action: 'result_destination.created', ...recorded(id, fields) })
  return id
}

type Change = Omit<ResultDestinationFields, 'labId'> & Sealed & { destinationId: string; version: number }

/**
 * Changes a destination. Without a new secret it keeps its old one, unless its receiver is another. Throws RESULT_DESTINATION_NOT_FOUND, CONFLICT, RESULT_SECRET_MISSING. A taken name
 * breaks a constraint.
 */
export async function changeResultDestination(
  tx: Tx,
  actor: Actor,
  { destinationId, version, ...fields }: Change,
): Promise<void> {
  const destination = await lockResultDestination(tx, destinationId)
  if (!destination) throw new AppError('RESULT_DESTINATION_NOT_FOUND')
  if (destination.version !== version) throw new AppError('CONFLICT')
  const kept = isSecretKept(destination.settings, fields.settings) ? destination.sealedSecret : null
  const sealedSecret = needsSecret(fields.settings) ? (fields.sealedSecret ?? kept) : null
  if (needsSecret(fields.settings) && sealedSecret === null) throw new AppError('RESULT_SECRET_MISSING')
  await updateResultDestination(tx, destinationId, { ...fields, sealedSecret })
  await audit(tx, actor, { action: 'result_destination.changed', ...recorded(destinationId, fields) })
}

/** Queues a message without a patient behind what waits already. Throws RESULT_DESTINATION_NOT_FOUND. */
export async function testResultDestination(tx: Tx, actor: Actor, destinationId: string): Promise<void> {
  const destination = await lockResultDestination(tx, destinationId)
  if (!destination) throw new AppError('RESULT_DESTINATION_NOT_FOUND')
  await insertTestDelivery(tx, destinationId)
  await hurryResultDestination(tx, destinationId)
  const target = { type: 'result_destination', id: destinationId }
  await audit(tx, actor, { action: 'result_destination.tested', target })
}
