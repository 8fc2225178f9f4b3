import { findMailRecipient } from '@readroom/db/access/passwords'
import type { JobPayload, JobRun, SecondFactorEvent } from '@readroom/jobs/jobs'
import type { TimedMailContext } from '../core/jobs/context.ts'
import { loginUrl, type Message, type Portal, support, write } from '../core/mail/messages.ts'
import { timeInWords } from '../core/mail/time-in-words.ts'

/** The words for each change of the second factor, and for the advice to an owner who did not make it. */
const secondFactorWords: Record<SecondFactorEvent, { subject: string; what: string; otherwise: string }> = {
  added: {
    subject: 'A second factor was added to your Readroom account',
    what: 'An authenticator app or a passkey was added to your Readroom account',
    otherwise: 'someone else has your password',
  },
  removed: {
    subject: 'A second factor was removed from your Readroom account',
    what: 'An authenticator app or a passkey was removed from your Readroom account',
    otherwise: 'someone else has your password and a code',
  },
  reset: {
    subject: 'The second factor of your Readroom account was reset',
    what: 'An administrator removed the authenticator app, the passkeys and the recovery codes of your Readroom account',
    otherwise: 'someone else asked for this change',
  },
  'recovery-code-used': {
    subject: 'A recovery code of your Readroom account was used',
    what: 'Someone signed in to your Readroom account with one of your recovery codes',
    otherwise: 'someone else has your password and your recovery codes',
  },
  guessed: {
    subject: 'Someone tried to sign in to your Readroom account',
    what: 'Someone entered your password and then several wrong codes. They did not get in. The last code was entered',
    otherwise: 'someone else has your password',
  },
}

type SecondFactorNotice = { fullName: string; event: SecondFactorEvent; at: Date; zone: string }

function secondFactorNotice(portal: Portal, { fullName, event, at, zone }: SecondFactorNotice): Message {
  const { subject, what, otherwise } = secondFactorWords[event]
  return write(portal, { fullName, subject }, [
    `${what} on ${timeInWords(at, zone)}.`,
    'If you know about this change, you need not do anything.',
    `If not, ${otherwise}. Contact ${support(portal)} immediately, and set a new password with "Forgot password?" on ${loginUrl(portal)}.`,
  ])
}

/** Tells a user what happened to the second factor of the account, in case somebody else did it. */
export async function sendSecondFactorNotice(
  { database, mailer, portal, reports: { zone } }: TimedMailContext,
  { userId, event, at }: JobPayload<'second-factor-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const recipient = await findMailRecipient(database.db, userId)
  if (!recipient) return
  await mailer.send(recipient, secondFactorNotice(portal, { ...recipient, event, at: new Date(at), zone }), signal)
}
