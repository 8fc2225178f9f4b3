import { findNotice } from '@readroom/db/queries/reports'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import { reportNotice } from '../mail/messages.ts'
import type { MailContext } from './context.ts'

/** Tells a laboratory that a report of it is final, or was amended. Nothing where it counts no longer, or nobody wants to know any more. */
export async function sendReportNotice(
  { database, mailer, portal }: MailContext,
  { reportId }: JobPayload<'report-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const notice = await findNotice(database.db, reportId)
  if (!notice) return
  await mailer.send({ email: notice.email, fullName: notice.labName }, reportNotice(portal, notice), signal)
}
