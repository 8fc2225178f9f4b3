import type { Tx } from '@readroom/db/client'
import { findSessionUser, markSessionsRevoked, type WhichSessions } from '@readroom/db/queries/sessions'
import { holdUser } from '@readroom/db/queries/users'
import { emit } from './outbox.ts'

/** Ends sessions of a user, at once: their sockets close and their tokens are refused. Answers how many. */
export async function revokeSessions(tx: Tx, which: WhichSessions): Promise<number> {
  // The account before its sessions: whoever deactivates it goes in this order, and what is put on record of it needs the account.
  await holdUser(tx, which.userId)
  const ended = await markSessionsRevoked(tx, which)
  if (ended > 0) await emit(tx, { type: 'sessions.revoked', userId: which.userId })
  return ended
}

/** Signs out of one session; answers its user where it was still running. */
export async function revokeSession(tx: Tx, sessionId: string): Promise<{ userId: string } | null> {
  const userId = await findSessionUser(tx, sessionId)
  if (userId === null || (await revokeSessions(tx, { userId, only: sessionId, reason: 'signed-out' })) === 0) return null
  return { userId }
}
