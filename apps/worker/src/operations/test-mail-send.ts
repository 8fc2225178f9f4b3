import { findMailRecipient } from '@readroom/db/access/passwords'
import { recordAcceptedTestMail } from '@readroom/domain/operations/test-mail'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { type Message, type Portal, write } from '../core/mail/messages.ts'

function testMail(portal: Portal, { fullName }: { fullName: string }): Message {
  return write(portal, { fullName, subject: 'Readroom test email' }, [
    `Emails from ${portal.publicUrl} arrive. You requested this one on the System page.`,
  ])
}

/** Shows an administrator that mails go out; if they do not, the job stands on the page System. */
export async function sendTestMail(
  { database, mailer, portal }: MailContext,
  { userId }: JobPayload<'test-mail.send'>,
  { signal }: JobRun,
): Promise<void> {
  const recipient = await findMailRecipient(database.db, userId)
  if (!recipient) return
  await mailer.send(recipient, testMail(portal, recipient), signal)
  await database.db.transaction((tx) => recordAcceptedTestMail(tx, userId))
}
