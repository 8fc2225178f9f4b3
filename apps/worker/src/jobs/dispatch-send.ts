import { findDispatchMail, markDispatchMailed } from '@readroom/db/queries/dispatches'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import { dispatchedReports } from '../mail/messages.ts'
import type { MailContext } from './context.ts'

/** Tells a recipient that reports are ready. Repeated after it was sent, it does nothing. */
export async function sendDispatch(
  { database, mailer, portal }: MailContext,
  { batchId }: JobPayload<'dispatch.send'>,
  { signal }: JobRun,
): Promise<void> {
  const mail = await findDispatchMail(database.db, batchId)
  if (!mail) return
  const recipient = { email: mail.email, fullName: mail.recipientName ?? '' }
  await mailer.send(recipient, dispatchedReports(portal, mail), signal)
  await markDispatchMailed(database.db, batchId)
}
