import { findNotice } from '@readroom/db/reports/reports'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { reportNotice } from '../core/mail/messages.ts'

/** Tells a laboratory that a report of it is final, or was amended. Nothing if it counts no longer, or nobody wants to know any more. */
export async function sendReportNotice(
  { database, mailer, portal }: MailContext,
  { reportId }: JobPayload<'report-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const notice = await findNotice(database.db, reportId)
  if (!notice) return
  await mailer.send({ email: notice.email, fullName: notice.labName }, reportNotice(portal, notice), signal)
}
