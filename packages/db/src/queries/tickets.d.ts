import type { Db } from '../client.ts'
import { tickets } from '../schema/accounts.ts'
/** A ticket lives this long. */
export declare const ticketSeconds = 60
type Purpose = typeof tickets.$inferSelect.purpose
/** Makes a single-use ticket; only its hash is stored. */
export declare function createTicket(
  db: Db,
  ticket: {
    purpose: Purpose
    sessionId: string
    studyId: string | null
  },
): Promise<string>
/** Uses a ticket up. Null where it is unknown, used, expired or for something else. */
export declare function useTicket(
  db: Db,
  secret: string,
  purpose: Purpose,
): Promise<{
  sessionId: string
  studyId: string | null
} | null>
/** The same, without using it up. */
export declare function peekTicket(
  db: Db,
  secret: string,
  purpose: Purpose,
): Promise<{
  sessionId: string
  studyId: string | null
} | null>
/** Makes the secret of a viewer cookie for one study; it ends with the session at the latest. */
export declare function createViewerGrant(
  db: Db,
  grant: {
    sessionId: string
    studyId: string
    expiresAt: Date
  },
): Promise<string>
/** The sessions and studies that cookie values stand for. */
export declare function findViewerGrants(
  db: Db,
  secrets: readonly string[],
): Promise<
  {
    sessionId: string
    studyId: string
  }[]
>
