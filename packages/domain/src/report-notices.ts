import type { Tx } from '@readroom/db/client'
import { listReceivers } from '@readroom/db/queries/report-receivers'
import { findNotice } from '@readroom/db/queries/reports'
import { emitJob } from './outbox.ts'

/**
 * A report has become final, or amends one that was: its laboratory is told by mail, where it wants that; and whoever has an earlier one, but for
 * `exceptUserId`, whose report it is.
 */
export async function announceReport(tx: Tx, reportId: string, exceptUserId: string): Promise<void> {
  if (await findNotice(tx, reportId)) await emitJob(tx, 'report-notice.send', { reportId })
  for (const receiver of await listReceivers(tx, reportId, exceptUserId))
    await emitJob(tx, 'amendment-notice.send', { reportId, receiver })
}
