import { and, asc, eq, not, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { hasStudy } from './order-matches.ts'
import { orders } from './orders.schema.ts'
import { isAcquired, isInProgress } from './performed-steps.ts'

/** Returns the ids of open orders, oldest first, whose time was so many days ago, and that neither a scanner has begun nor images have come for. */
export async function listOldOrders(db: Db, { days, limit }: { days: number; limit: number }): Promise<string[]> {
  const at = sql`coalesce(${orders.scheduledAt}, ${orders.createdAt})`
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.state, 'ordered'),
        sql`${at} < now() - ${days} * interval '1 day'`,
        not(hasStudy),
        not(isInProgress),
        not(isAcquired),
      ),
    )
    .orderBy(asc(at), asc(orders.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}
