import { findMailRecipient } from '@readroom/db/access/passwords'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { TimedMailContext } from '../core/jobs/context.ts'
import { loginUrl, type Message, type Portal, support, write } from '../core/mail/messages.ts'
import { timeInWords } from '../core/mail/time-in-words.ts'

function passwordNotice(
  portal: Portal,
  { fullName, changedAt, zone }: { fullName: string; changedAt: Date; zone: string },
): Message {
  return write(portal, { fullName, subject: 'Your Readroom password was changed' }, [
    `The password of your Readroom account was changed on ${timeInWords(changedAt, zone)}.`,
    'If this was you, you need not do anything.',
    `If it was not you, contact ${support(portal)} immediately, and set a new password with "Forgot password?" on ${loginUrl(portal)}.`,
  ])
}

/** Tells a user that the password was changed, in case somebody else did it. */
export async function sendPasswordNotice(
  { database, mailer, portal, reports: { zone } }: TimedMailContext,
  { userId, changedAt }: JobPayload<'password-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const recipient = await findMailRecipient(database.db, userId)
  if (!recipient) return
  await mailer.send(recipient, passwordNotice(portal, { ...recipient, changedAt: new Date(changedAt), zone }), signal)
}
