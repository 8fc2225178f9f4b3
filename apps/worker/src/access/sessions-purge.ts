import { purgeExpiredAccess } from '@readroom/db/access/access-purge'
import { forgetAnsweredChanges } from '@readroom/db/core/answered-changes'
import type { JobsContext } from '../core/jobs/context.ts'

/** Removes expired tickets, viewer grants, sign-in delays, sessions and share links that ended a month ago, and the answers of changes made the day before. */
export async function purgeSessions({ database, log }: JobsContext): Promise<void> {
  const removed = { ...(await purgeExpiredAccess(database.db)), answeredChanges: await forgetAnsweredChanges(database.db) }
  if (Object.values(removed).some((count) => count > 0)) log.info(removed, 'expired sign-in records removed')
}
