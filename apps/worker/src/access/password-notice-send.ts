import { findMailRecipient } from '@readroom/db/access/passwords'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { passwordNotice } from '../core/mail/messages.ts'

/** Tells a user that the password was changed, in case somebody else did it. */
export async function sendPasswordNotice(
  { database, mailer, portal }: MailContext,
  { userId, changedAt }: JobPayload<'password-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const recipient = await findMailRecipient(database.db, userId)
  if (!recipient) return
  await mailer.send(recipient, passwordNotice(portal, { ...recipient, changedAt: new Date(changedAt) }), signal)
}
