import type { Tx } from '@readroom/db/client'
import { revokeSessions } from './sessions.ts'
import { endShareLinks } from './sharing.ts'

/** Whoever may no longer sign in: sessions and share links end at once and for good. */
export async function endAccess(tx: Tx, userId: string): Promise<void> {
  await revokeSessions(tx, { userId, reason: 'administrator' })
  await endShareLinks(tx, userId)
}
