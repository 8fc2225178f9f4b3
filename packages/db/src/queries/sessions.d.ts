import type { Actor } from '../actor.ts'
import { type Db } from '../client.ts'
export type SessionRow = Actor & {
  tokenId: string
  previousTokenId: string | null
  previousTokenUntil: Date | null
  lastActiveAt: Date
  expiresAt: Date
}
/** The usable sessions among `ids`: not revoked, not expired, of an active user of an active laboratory. */
export declare function findUsableSessions(db: Db, ids: readonly string[]): Promise<SessionRow[]>
export declare function insertSession(
  db: Db,
  session: {
    userId: string
    tokenId: string
    expiresAt: Date
    address: string
    userAgent: string
  },
): Promise<{
  id: string
}>
/** Makes `tokenId` the session's token, where `current` still is; answers false where another refresh was first. */
export declare function rotateToken(db: Db, sessionId: string, current: string, tokenId: string): Promise<boolean>
export declare function touchSession(db: Db, sessionId: string): Promise<void>
/** Ends one session; answers its user where it was still running. */
export declare function revokeSession(
  tx: Db,
  sessionId: string,
): Promise<{
  userId: string
} | null>
/** A user's sessions that have not ended, the last used first; idle ones among them. */
export declare function listSessions(
  db: Db,
  userId: string,
): Promise<
  {
    id: string
    createdAt: Date
    lastActiveAt: Date
    address: string
    userAgent: string
  }[]
>
type WhichSessions = {
  userId: string
  only?: string
  except?: string
}
/** Ends sessions of a user, at once: their sockets close and their tokens are refused. Answers how many. */
export declare function revokeSessions(tx: Db, { userId, only, except }: WhichSessions): Promise<number>
/** A doctor or member of staff is online while a session of theirs is usable. */
export declare const hasLiveSession: import('drizzle-orm').SQL<boolean>
