import { findAmendment } from '@readroom/db/queries/report-receivers'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import { amendmentNotice } from '../mail/messages.ts'
import type { MailContext } from './context.ts'

/** Tells somebody that a report which they have was amended. Nothing where that counts no longer, or is nothing to them any more. */
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
