import { findMailRecipient } from '@readroom/db/queries/passwords'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import { secondFactorNotice } from '../mail/messages.ts'
import type { MailContext } from './context.ts'

/** Tells a user what happened to the second step of the account, in case somebody else did it. */
export async function sendSecondFactorNotice(
  { database, mailer, portal }: MailContext,
  { userId, event, at }: JobPayload<'second-factor-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const recipient = await findMailRecipient(database.db, userId)
  if (!recipient) return
  await mailer.send(recipient, secondFactorNotice(portal, { ...recipient, event, at: new Date(at) }), signal)
}
