import { AppError } from '@readroom/contracts/core/errors'
import { type DeliveryAction, type DeliveryState, isActionPossible } from '@readroom/contracts/reports/results'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import { lockDelivery, rewriteDelivery, setDeliveryState } from '@readroom/db/reports/result-deliveries'
import { hurryResultDestination } from '@readroom/db/reports/result-destinations'

const effects = {
  retry: { state: 'queued', action: 'result_delivery.retried' },
  hold: { state: 'held', action: 'result_delivery.held' },
  release: { state: 'queued', action: 'result_delivery.released' },
  rewrite: { state: 'queued', action: 'result_delivery.rewritten' },
  cancel: { state: 'cancelled', action: 'result_delivery.cancelled' },
} as const satisfies Record<DeliveryAction, { state: DeliveryState; action: string }>

type Change = { deliveryId: string; action: DeliveryAction }

/**
 * Retries, holds, releases, rewrites or cancels a delivery. A retry sends the same bytes again, and at once. Throws RESULT_DELIVERY_NOT_FOUND, and
 * DELIVERY_CHANGED if its state does not allow that any more.
 */
export async function changeDelivery(tx: Tx, actor: Actor, { deliveryId, action }: Change): Promise<void> {
  const delivery = await lockDelivery(tx, deliveryId)
  if (!delivery) throw new AppError('RESULT_DELIVERY_NOT_FOUND')
  if (!isActionPossible(action, delivery.state)) throw new AppError('DELIVERY_CHANGED')
  if (action === 'rewrite') await rewriteDelivery(tx, deliveryId)
  await setDeliveryState(tx, deliveryId, effects[action].state)
  if (effects[action].state === 'queued') await hurryResultDestination(tx, delivery.destinationId)
  const details = { kind: delivery.kind, controlId: delivery.controlId, studyId: delivery.studyId }
  await audit(tx, actor, { action: effects[action].action, target: { type: 'result_delivery', id: deliveryId }, details })
}
