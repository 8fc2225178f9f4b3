import type { Db, OpenDb } from '@readroom/db/core/client'
import { listOldOrders } from '@readroom/db/orders/old-orders'
import { lockOrders, updateOrder } from '@readroom/db/orders/orders'
import { noteOrderEvent, portalAsSender } from '../patients/matching/order-sender.ts'

/** Orders that end in one transaction. */
const AT_ONCE = 100

/** Returns the ids of orders that end now: their time was so many days ago, and nothing came of them. */
const listEnding = (db: Db, days: number) => listOldOrders(db, { days, limit: AT_ONCE })

/**
 * Ends open orders whose time was so many days ago and of which nothing came, so that scanners no longer see them. Images that come later still find
 * them. Returns how many ended.
 */
export async function endOldOrders(db: OpenDb, days: number): Promise<number> {
  let ended = 0
  for (;;) {
    const found = await db.transaction(async (begun) => {
      const [tx, orders] = await lockOrders(begun, await listEnding(begun, days))
      // Looked up again: somebody may have changed one before it was locked.
      const still = new Set(await listEnding(tx, days))
      const reason = `Nothing came of it within ${days} ${days === 1 ? 'day' : 'days'}.`
      for (const { id, labId } of orders.filter((order) => still.has(order.id))) {
        await updateOrder(tx, id, { state: 'ended' })
        await noteOrderEvent(tx, portalAsSender(labId), { orderId: id, event: 'ended', reason })
      }
      return orders.length
    })
    ended += found
    if (found < AT_ONCE) return ended
  }
}
