import type { Tx } from '@readroom/db/core/client'
import { listReceivers } from '@readroom/db/reports/report-receivers'
import { findFinalizedReport, findNotice } from '@readroom/db/reports/reports'
import { insertDeliveriesOf, insertDeliveriesToNewLab, insertWithdrawalsOf } from '@readroom/db/reports/result-deliveries'
import { insertStudyDeliveries } from '@readroom/db/studies/event-deliveries'
import { emitJob } from '../core/outbox.ts'

/**
 * Queues a released report for the systems of its laboratory. Sends the mails about a report that became final or amends a final one: to its
 * laboratory, if it wants them, and to all who have an earlier report, except `exceptUserId`, the author.
 */
export async function announceReport(tx: Tx, reportId: string, exceptUserId: string): Promise<void> {
  await insertDeliveriesOf(tx, reportId)
  if (await findNotice(tx, reportId)) await emitJob(tx, 'report-notice.send', { reportId })
  for (const receiver of await listReceivers(tx, reportId, exceptUserId))
    await emitJob(tx, 'amendment-notice.send', { reportId, receiver })
}

/**
 * Tells the systems of the laboratory that a study has got of the study, and sends them its newest released report. If they had the study before, first
 * tells them of a withdrawal since then.
 */
export async function sendToNewLab(tx: Tx<'study'>, studyId: string): Promise<void> {
  await insertStudyDeliveries(tx, studyId, 'study_received')
  await insertWithdrawalsOf(tx, studyId)
  await insertDeliveriesToNewLab(tx, studyId)
}

/** Sends the mail about a study's finished report to the laboratory that the study has got, if it wants such mails. */
export async function mailNewLab(tx: Tx<'study'>, studyId: string): Promise<void> {
  const report = await findFinalizedReport(tx, studyId)
  if (report && (await findNotice(tx, report.id))) await emitJob(tx, 'report-notice.send', { reportId: report.id })
}
