import type { Tx } from '@readroom/db/core/client'
import { listReceivers } from '@readroom/db/reports/report-receivers'
import { findNotice } from '@readroom/db/reports/reports'
import { emitJob } from '../core/outbox.ts'

/**
 * Sends the mails about a report that became final or amends a final one: to its laboratory, if it wants them, and to all who have an earlier report,
 * except `exceptUserId`, the author.
 */
export async function announceReport(tx: Tx, reportId: string, exceptUserId: string): Promise<void> {
  if (await findNotice(tx, reportId)) await emitJob(tx, 'report-notice.send', { reportId })
  for (const receiver of await listReceivers(tx, reportId, exceptUserId))
    await emitJob(tx, 'amendment-notice.send', { reportId, receiver })
}
