import type { OrderCommand, OrderReceipt } from '@readroom/contracts/orders/orders'
import { audit } from '@readroom/db/core/audit'
import type { Before } from '@readroom/db/core/locks'
import { receiveOrder } from '../orders/receive-order.ts'

type Client = { clientId: string; name: string; labId: string; address: string }

/** Makes an order of the client's laboratory, and records the client. The same order again changes nothing. Throws as `receiveOrder`. */
export async function createOrderByFhir(
  begun: Before<'study'>,
  { clientId, name, labId, address }: Client,
  command: OrderCommand,
): Promise<OrderReceipt> {
  const receipt = await receiveOrder(begun, { source: 'fhir', labId, userId: null, name, address }, command)
  if (receipt.isChanged) {
    const target = { type: 'order', id: receipt.orderId }
    const entry = { action: 'fhir.created' as const, target, details: { resource: 'ServiceRequest', clientId } }
    await audit(begun, { userId: null, address }, entry)
  }
  return receipt
}
