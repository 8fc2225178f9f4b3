import type { Tx } from '@readroom/db/client'
import { findNotice } from '@readroom/db/queries/reports'
import { emitJob } from './outbox.ts'

/** A report has become final, or amends one that was: its laboratory is told by mail, where it wants that. */
export async function announceReport(tx: Tx, reportId: string): Promise<void> {
  if (await findNotice(tx, reportId)) await emitJob(tx, 'report-notice.send', { reportId })
}
