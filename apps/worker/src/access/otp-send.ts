import { hash } from '@node-rs/argon2'
import { otpMinutes } from '@readroom/contracts/access/password-recovery'
import { findResetRecipient, storeResetCode } from '@readroom/db/access/password-resets'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { type Message, type Portal, support, write } from '../core/mail/messages.ts'
import { makeCode } from '../core/mail/secrets.ts'

function recoveryCode(portal: Portal, { fullName, code }: { fullName: string; code: string }): Message {
  return write(portal, { fullName, subject: 'Your Readroom code' }, [
    'Someone requested a new password for your Readroom account. To set one, enter this code:',
    { Code: code },
    `It works once, within ${otpMinutes} minutes. Codes from earlier emails no longer work.`,
    'Readroom staff never ask for this code. If you did not request it, you need not do anything: ' +
      `your password does not change. If this happens often, contact ${support(portal)}.`,
  ])
}

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
