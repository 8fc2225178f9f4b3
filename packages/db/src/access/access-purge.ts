import { lt, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { shareLinks } from '../studies/sharing/share-links.schema.ts'
import { loginThrottles, passwordResets, sessions } from './accounts.schema.ts'
import { providerSignIns, signInChallenges } from './second-factors.schema.ts'
import { tickets, viewerGrants, windowGrants } from './tickets.schema.ts'

/**
 * Removes what no longer lets anybody in: sign-ins that were not finished, expired tickets and viewer grants, sessions and share links that ended more than 30 days
 * ago, sign-in delays that ran out a day ago, password recoveries of the day before. Returns how many rows of each went.
 */
export async function purgeExpiredAccess(db: Db) {
  const removed = {
    signInChallenges: await db.delete(signInChallenges).where(lt(signInChallenges.expiresAt, sql`now()`)),
    providerSignIns: await db.delete(providerSignIns).where(lt(providerSignIns.expiresAt, sql`now()`)),
    tickets: await db.delete(tickets).where(lt(tickets.expiresAt, sql`now()`)),
    viewerGrants: await db.delete(viewerGrants).where(lt(viewerGrants.expiresAt, sql`now()`)),
    windowGrants: await db.delete(windowGrants).where(lt(windowGrants.expiresAt, sql`now()`)),
    sessions: await db
      .delete(sessions)
      .where(sql`least(${sessions.expiresAt}, ${sessions.revokedAt}) < now() - interval '30 days'`),
    loginThrottles: await db.delete(loginThrottles).where(lt(loginThrottles.blockedUntil, sql`now() - interval '1 day'`)),
    passwordResets: await db.delete(passwordResets).where(lt(passwordResets.sentAt, sql`now() - interval '1 day'`)),
    shareLinks: await db.delete(shareLinks).where(lt(shareLinks.expiresAt, sql`now() - interval '30 days'`)),
  }
  return {
    signInChallenges: removed.signInChallenges.rowCount ?? 0,
    providerSignIns: removed.providerSignIns.rowCount ?? 0,
    tickets: removed.tickets.rowCount ?? 0,
    viewerGrants: removed.viewerGrants.rowCount ?? 0,
    windowGrants: removed.windowGrants.rowCount ?? 0,
    sessions: removed.sessions.rowCount ?? 0,
    loginThrottles: removed.loginThrottles.rowCount ?? 0,
    passwordResets: removed.passwordResets.rowCount ?? 0,
    shareLinks: removed.shareLinks.rowCount ?? 0,
  }
}
