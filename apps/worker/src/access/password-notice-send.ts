import { findMailRecipient } from '@readroom/db/access/passwords'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { loginUrl, type Message, type Portal, support, write } from '../core/mail/messages.ts'
import { utcTime } from './utc-time.ts'

function passwordNotice(portal: Portal, { fullName, changedAt }: { fullName: string; changedAt: Date }): Message {
  return write(portal, { fullName, subject: 'Your Readroom password was changed' }, [
    `The password of your Readroom account was changed on ${utcTime(changedAt)}.`,
    'If this was you, you need not do anything.',
    `If it was not you, contact ${support(portal)} immediately, and set a new password with "Forgot password?" on ${loginUrl(portal)}.`,
  ])
}

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
