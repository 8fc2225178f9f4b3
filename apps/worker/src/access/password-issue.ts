import { hash } from '@node-rs/argon2'
import { closePasswordRequest, storeGeneratedPassword } from '@readroom/db/access/passwords'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { generatedPassword } from '../core/mail/messages.ts'
import { makePassword } from '../core/mail/secrets.ts'

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
