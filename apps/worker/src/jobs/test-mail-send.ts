import { findMailRecipient } from '@readroom/db/queries/passwords'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import { testMail } from '../mail/messages.ts'
import type { MailContext } from './context.ts'

/** Shows an administrator that mails go out; where they do not, the job stands on the page System. */
export async function sendTestMail(
  { database, mailer, portal }: MailContext,
  { userId }: JobPayload<'test-mail.send'>,
  { signal }: JobRun,
): Promise<void> {
  const recipient = await findMailRecipient(database.db, userId)
  if (recipient) await mailer.send(recipient, testMail(portal, recipient), signal)
}
