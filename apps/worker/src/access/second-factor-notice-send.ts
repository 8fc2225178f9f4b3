import { findMailRecipient } from '@readroom/db/access/passwords'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { secondFactorNotice } from '../core/mail/messages.ts'

/** Tells a user what happened to the second factor of the account, in case somebody else did it. */
export async function sendSecondFactorNotice(
  { database, mailer, portal }: MailContext,
  { userId, event, at }: JobPayload<'second-factor-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const recipient = await findMailRecipient(database.db, userId)
  if (!recipient) return
  await mailer.send(recipient, secondFactorNotice(portal, { ...recipient, event, at: new Date(at) }), signal)
}
