import { hash } from '@node-rs/argon2'
import { generatedPasswordHours } from '@readroom/contracts/access/passwords'
import { closePasswordRequest, storeGeneratedPassword } from '@readroom/db/access/passwords'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { loginUrl, type Message, type Portal, support, write } from '../core/mail/messages.ts'
import { makePassword } from '../core/mail/secrets.ts'

type Issued = { fullName: string; email: string; password: string }

function generatedPassword(portal: Portal, { fullName, email, password }: Issued): Message {
  return write(portal, { fullName, subject: 'Your Readroom password', own: 'invitation' }, [
    'Sign in to Readroom with these details:',
    { Address: loginUrl(portal), Email: email, Password: password },
    `The password works for ${generatedPasswordHours} hours. You choose your own at the first sign-in. ` +
      'Passwords from earlier emails no longer work.',
    `If you did not expect an account, or the password has expired, contact ${support(portal)}.`,
  ])
}

/** Makes a password and mails it. A run that could not send it leaves a password nobody knows; the next one makes another. */
export async function issuePassword(
  context: MailContext,
  { userId, requestId }: JobPayload<'password.issue'>,
  { signal }: JobRun,
): Promise<void> {
  const { database, mailer, portal } = context
  const password = makePassword()
  const account = await storeGeneratedPassword(database.db, userId, requestId, await hash(password))
  if (!account) return
  await mailer.send(account, generatedPassword(portal, { ...account, password }), signal)
  await closePasswordRequest(database.db, userId, requestId)
}
