import { randomUUID } from 'node:crypto'
import { storeReset } from '@readroom/db/access/password-resets'
import { storeOwnPassword, storePasswordRequest } from '@readroom/db/access/passwords'
import { deleteChallenges } from '@readroom/db/access/sign-in-challenges'
import type { Tx } from '@readroom/db/core/client'
import { emitJob } from '../core/outbox.ts'

/** Sets the password that a user chose, which ends sign-ins that were begun with the old one, and tells them by mail. Returns the account, or null if it is gone. */
export async function setOwnPassword(
  tx: Tx,
  userId: string,
  passwordHash: string,
): Promise<{ id: string; email: string } | null> {
  const account = await storeOwnPassword(tx, userId, passwordHash)
  if (!account) return null
  await deleteChallenges(tx, userId)
  await emitJob(tx, 'password-notice.send', { userId, changedAt: account.changedAt.toISOString() })
  return { id: account.id, email: account.email }
}

/** Ends the password of an account and queues the mail with a generated one, which is made when it is mailed. */
export async function requestGeneratedPassword(tx: Tx, userId: string): Promise<void> {
  const requestId = randomUUID()
  await storePasswordRequest(tx, userId, requestId)
  await deleteChallenges(tx, userId)
  await emitJob(tx, 'password.issue', { userId, requestId })
}

/**
 * Begins the recovery of an address, known or not, in place of the one before, and queues the mail with the code.
 * `seconds` is 0, or how long to wait if the last one was less than two minutes ago: then nothing is queued.
 */
export async function requestReset(tx: Tx, email: string): Promise<{ userId: string | null; seconds: number }> {
  const stored = await storeReset(tx, email)
  if ('seconds' in stored) return { userId: null, seconds: stored.seconds }
  await emitJob(tx, 'otp.send', { resetId: stored.id, sentAt: stored.sentAt.toISOString() })
  return { userId: stored.userId, seconds: 0 }
}
