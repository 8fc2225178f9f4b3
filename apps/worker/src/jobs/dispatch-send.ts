import { findDispatchMail, markDispatchMailed } from '@readroom/db/queries/dispatches'
import { issueDispatchLinks, revokeDispatchLinks } from '@readroom/domain/dispatch-links'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import { dispatchedReports } from '../mail/messages.ts'
import type { MailContext } from './context.ts'

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
