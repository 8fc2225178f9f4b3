import { hash } from '@node-rs/argon2'
import { findResetRecipient, storeResetCode } from '@readroom/db/access/password-resets'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { recoveryCode } from '../core/mail/messages.ts'
import { makeCode } from '../core/mail/secrets.ts'

/**
 * Makes a recovery's code and mails it, if there is somebody to mail it to. An unknown address gets a code as well, which nobody learns:
 * so a try of it is answered like a try of any other. A request that a newer one replaced gets nothing.
 */
export async function sendOtp(context: MailContext, payload: JobPayload<'otp.send'>, { signal }: JobRun): Promise<void> {
  const { database, mailer, portal } = context
  const sentAt = new Date(payload.sentAt)
  const code = makeCode()
  if (!(await storeResetCode(database.db, payload.resetId, sentAt, await hash(code)))) return
  const recipient = await findResetRecipient(database.db, payload.resetId, sentAt)
  if (!recipient) return
  await mailer.send(recipient, recoveryCode(portal, { ...recipient, code }), signal)
}
