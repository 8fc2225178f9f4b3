import type { Tx } from '@readroom/db/core/client'
import { endOverdue, noteOverdueTold } from '@readroom/db/reports/result-destinations'
import { listAdministrators } from '@readroom/db/studies/escalations/escalations'
import { emitJob } from '../core/outbox.ts'

/** Mails administrators about destinations whose deliveries are overdue: once until none is overdue any more. */
export async function tellOverdueResults(tx: Tx): Promise<void> {
  await endOverdue(tx)
  const destinationIds = await noteOverdueTold(tx)
  if (destinationIds.length === 0) return
  for (const { userId } of await listAdministrators(tx))
    await emitJob(tx, 'overdue-results-notice.send', { userId, destinationIds })
}
