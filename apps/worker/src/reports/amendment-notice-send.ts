import { findAmendment } from '@readroom/db/reports/report-receivers'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { amendmentNotice } from '../core/mail/messages.ts'

/** Tells somebody that a report which they have was amended. Nothing if that counts no longer, or is nothing to them any more. */
export async function sendAmendmentNotice(
  { database, mailer, portal }: MailContext,
  { reportId, receiver }: JobPayload<'amendment-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const found = await findAmendment(database.db, reportId, receiver)
  if (!found) return
  const { email, fullName } = found
  await mailer.send({ email, fullName: fullName ?? '' }, amendmentNotice(portal, found), signal)
}
