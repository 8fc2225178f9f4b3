import type { OrderEvent, OrderEventSource, OrderSource } from '@readroom/contracts/orders/orders'
import type { Actor } from '@readroom/db/core/actor'
import type { Tx } from '@readroom/db/core/client'
import { noteOrder } from '@readroom/db/orders/orders'
import type { OrderChange } from '@readroom/db/orders/orders.schema'

/**
 * An account or a connected system that sends commands about the orders of one laboratory. The laboratory is that of the account or connection, never
 * what a message says.
 */
export type OrderSender = {
  source: OrderSource
  labId: string
  /** Null: a connected system. */
  userId: string | null
  /** The name of the connection, in the order's history; empty for an account. */
  name: string
  address: string
  /** A new order with a known number changes the order, and a change of an unknown one makes it. */
  isUpsert?: boolean
}

/** Returns an account as the sender of commands about a laboratory's orders. */
export function accountAsSender(actor: Actor, labId: string): OrderSender {
  return { source: 'manual', labId, userId: actor.userId, name: '', address: actor.address }
}

/** Returns Readroom itself, which matches studies to orders. */
export function portalAsSender(labId: string): OrderSender {
  return { source: 'manual', labId, userId: null, name: 'Readroom', address: 'system' }
}

/** The sender of what happened to an order. */
type NotedSender = Omit<OrderSender, 'source'> & { source: OrderEventSource }

type Noted = {
  orderId: string
  event: OrderEvent
  reason?: string | undefined
  changes?: OrderChange[]
  studyId?: string
}

/** Writes what happened to an order to its history and to the audit log, which has names of fields and no values. */
export async function noteOrderEvent(
  tx: Tx,
  sender: NotedSender,
  { orderId, event, reason, changes = [], studyId }: Noted,
): Promise<void> {
  const { source, userId, name, address } = sender
  const noted = { orderId, event, source, sender: name, reason: reason ?? null, changes, ofStudy: studyId ?? null }
  const details = {
    labId: sender.labId,
    source,
    ...(changes.length > 0 && { changed: changes.map(({ field }) => field) }),
    ...(studyId !== undefined && { studyId }),
  }
  await noteOrder(tx, { userId, address }, noted, { action: `order.${event}`, target: { type: 'order', id: orderId }, details })
}
