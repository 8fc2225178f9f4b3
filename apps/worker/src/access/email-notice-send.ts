import { findMailRecipient } from '@readroom/db/access/passwords'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { TimedMailContext } from '../core/jobs/context.ts'
import { loginUrl, type Message, type Portal, support, write } from '../core/mail/messages.ts'
import { timeInWords } from '../core/mail/time-in-words.ts'

type MovedAddress = { fullName: string; address: 'former' | 'present'; changedAt: Date; zone: string }

/** To the address that an account had: it does not say which one it has now. To the one that it has: how to sign in. */
function emailNotice(portal: Portal, { fullName, address, changedAt, zone }: MovedAddress): Message {
  const at = timeInWords(changedAt, zone)
  if (address === 'former')
    return write(portal, { fullName, subject: 'The email address of your Readroom account was changed' }, [
      `An administrator changed the email address of your Readroom account on ${at}. You can no longer sign in with this address, and it receives no more emails.`,
      'If you know about this change, you need not do anything.',
      `If you do not, contact ${support(portal)} immediately.`,
    ])
  return write(portal, { fullName, subject: 'This is now the email address of your Readroom account' }, [
    `An administrator set this email address for your Readroom account on ${at}. Sign in with it from now on:`,
    { Address: loginUrl(portal) },
    `Your password does not change. If you have no account, contact ${support(portal)}.`,
  ])
}

/** Tells the address that an account had, or the one that it has, in case somebody else changed it. */
export async function sendEmailNotice(
  { database, mailer, portal, reports: { zone } }: TimedMailContext,
  { userId, to, address, changedAt }: JobPayload<'email-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const account = await findMailRecipient(database.db, userId)
  if (!account) return
  const { fullName } = account
  const message = emailNotice(portal, { fullName, address, changedAt: new Date(changedAt), zone })
  await mailer.send({ email: to, fullName }, message, signal)
}
