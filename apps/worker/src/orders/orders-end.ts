import { endOldOrders } from '@readroom/domain/orders/ended-orders'
import type { JobsContext } from '../core/jobs/context.ts'

/** Ends old orders of which nothing came. */
export async function endOrders({
  database,
  log,
  orderEndDays,
}: Pick<JobsContext, 'database' | 'log' | 'orderEndDays'>): Promise<void> {
  const ended = await endOldOrders(database.db, orderEndDays)
  if (ended > 0) log.info({ ended }, 'old orders ended')
}
