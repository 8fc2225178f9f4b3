import { findMailRecipient } from '@readroom/db/access/passwords'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { emailNotice } from '../core/mail/messages.ts'

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
