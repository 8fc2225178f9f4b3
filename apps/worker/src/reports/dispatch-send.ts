import { findDispatchMail, markDispatchMailed } from '@readroom/db/reports/dispatches'
import { issueDispatchLinks, revokeDispatchLinks } from '@readroom/domain/reports/dispatch-links'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { dispatchedReports } from '../core/mail/messages.ts'

/** Tells a recipient that reports are ready. Repeated after it was sent, it does nothing. Links of a mail that was not sent open nothing. */
export async function sendDispatch(
  { database, mailer, portal }: MailContext,
  { batchId }: JobPayload<'dispatch.send'>,
  { signal }: JobRun,
): Promise<void> {
  const mail = await findDispatchMail(database.db, batchId)
  if (!mail) return
  const recipient = { email: mail.email, fullName: mail.recipientName ?? '' }
  const tokens = await database.db.transaction((tx) => issueDispatchLinks(tx, batchId))
  try {
    await mailer.send(recipient, dispatchedReports(portal, { ...mail, tokens }), signal)
  } catch (error) {
    await database.db.transaction((tx) => revokeDispatchLinks(tx, batchId))
    throw error
  }
  await markDispatchMailed(database.db, batchId)
}
