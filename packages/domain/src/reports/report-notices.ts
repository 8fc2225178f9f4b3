import type { Tx } from '@readroom/db/core/client'
import { findNotice, listReceivers, type ReportNews } from '@readroom/db/reports/report-receivers'
import { findReleasedReport, withdrawReports } from '@readroom/db/reports/reports'
import {
  cancelUnseenDeliveries,
  insertDeliveriesOf,
  insertDeliveriesToNewLab,
  insertWithdrawalsOf,
} from '@readroom/db/reports/result-deliveries'
import { insertStudyDeliveries } from '@readroom/db/studies/event-deliveries'
import { emitJob } from '../core/outbox.ts'

/** Sends the emails with news of a report: to its laboratory, if it wants them, and to all whose copy is out of date, except `exceptUserId`, the author. */
async function mailNews(tx: Tx, news: ReportNews, exceptUserId: string): Promise<void> {
  if (await findNotice(tx, news)) await emitJob(tx, 'report-notice.send', news)
  for (const receiver of await listReceivers(tx, news, exceptUserId))
    await emitJob(tx, 'amendment-notice.send', { ...news, receiver })
}

/** Queues a released report for the systems of its laboratory, and sends the emails about it. */
export async function announceReport(tx: Tx, reportId: string, exceptUserId: string): Promise<void> {
  await insertDeliveriesOf(tx, reportId)
  await mailNews(tx, { reportId, isWithdrawal: false }, exceptUserId)
}

/** Withdraws a study's reports, and tells the systems of its laboratory and all who have one by email, except `exceptUserId`. */
export async function withdrawAndAnnounce(tx: Tx<'study'>, studyId: string, exceptUserId: string): Promise<void> {
  const reportId = await findReleasedReport(tx, studyId)
  await withdrawReports(tx, studyId)
  await cancelUnseenDeliveries(tx, studyId)
  await insertWithdrawalsOf(tx, studyId)
  if (reportId !== null) await mailNews(tx, { reportId, isWithdrawal: true }, exceptUserId)
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
  const reportId = await findReleasedReport(tx, studyId)
  const news = reportId && { reportId, isWithdrawal: false }
  if (news && (await findNotice(tx, news))) await emitJob(tx, 'report-notice.send', news)
}
