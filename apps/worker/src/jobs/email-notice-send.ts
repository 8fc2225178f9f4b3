import { findMailRecipient } from '@readroom/db/queries/passwords'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import { emailNotice } from '../mail/messages.ts'
import type { MailContext } from './context.ts'

/** Tells the address that an account had, or the one that it has, in case somebody else changed it. */
export async function sendEmailNotice(
  { database, mailer, portal }: MailContext,
  { userId, to, address, changedAt }: JobPayload<'email-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const account = await findMailRecipient(database.db, userId)
  if (!account) return
  const { fullName } = account
  const message = emailNotice(portal, { fullName, address, changedAt: new Date(changedAt) })
  await mailer.send({ email: to, fullName }, message, signal)
}
