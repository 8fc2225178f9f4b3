import { purgeExpiredAccess } from '@readroom/db/queries/access-purge'
import type { JobsContext } from './context.ts'

/** Removes expired tickets, viewer grants, sign-in delays, and sessions and share links that ended a month ago. */
export async function purgeSessions({ database, log }: JobsContext): Promise<void> {
  const removed = await purgeExpiredAccess(database.db)
  if (Object.values(removed).some((count) => count > 0)) log.info(removed, 'expired sign-in records removed')
}
