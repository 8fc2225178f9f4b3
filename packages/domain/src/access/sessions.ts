import { findSessionUser, markSessionsRevoked, type WhichSessions } from '@readroom/db/access/sessions'
import type { Before } from '@readroom/db/core/locks'
import { holdUser } from '@readroom/db/people/users'
import { emit } from '../core/outbox.ts'

/** Ends sessions of a user, at once: their sockets close and their tokens are refused. Returns how many. */
export async function revokeSessions(begun: Before<'account'>, which: WhichSessions): Promise<number> {
  // The account before its sessions: its deactivation locks in this order, and its audit entries need the account.
  const [tx] = await holdUser(begun, which.userId)
  const ended = await markSessionsRevoked(tx, which)
  if (ended > 0) await emit(tx, { type: 'sessions.revoked', userId: which.userId })
  return ended
}

/** Signs out of one session; returns its user if it was still running. */
export async function revokeSession(tx: Before<'account'>, sessionId: string): Promise<{ userId: string } | null> {
  const userId = await findSessionUser(tx, sessionId)
  if (userId === null || (await revokeSessions(tx, { userId, only: sessionId, reason: 'signed-out' })) === 0) return null
  return { userId }
}
