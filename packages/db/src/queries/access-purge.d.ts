import type { Db } from '../client.ts'
/**
 * Removes what no longer lets anybody in: expired tickets and viewer grants, sessions and share links that ended more than 30 days
 * ago, sign-in delays that ran out a day ago, password recoveries of the day before. Answers how many rows of each went.
 */
export declare function purgeExpiredAccess(db: Db): Promise<{
  tickets: number
  viewerGrants: number
  sessions: number
  loginThrottles: number
  passwordResets: number
  shareLinks: number
}>
