import type { Db } from '../client.ts'
/**
 * Begins the recovery of an address, known or not, in place of the one before, and queues the mail with the code.
 * `seconds` is 0, or how long to wait where the last one was less than two minutes ago: then nothing is queued.
 */
export declare function requestReset(
  tx: Db,
  email: string,
): Promise<{
  userId: string | null
  seconds: number
}>
/** Who a recovery's code is mailed to; null for an unknown address and for a request that a newer one has replaced. */
export declare function findResetRecipient(
  db: Db,
  resetId: string,
  sentAt: Date,
): Promise<{
  email: string
  fullName: string
} | null>
/** Makes this the request's code, for ten minutes. Answers false where a newer request has replaced it. */
export declare function storeResetCode(db: Db, resetId: string, sentAt: Date, codeHash: string): Promise<boolean>
/** Counts a try before anything is compared. Null where no code is good any more, or the five tries are used up. */
export declare function countResetTry(
  db: Db,
  email: string,
): Promise<{
  id: string
  userId: string | null
  codeHash: string | null
} | null>
/** Uses the code up for a reset token. Answers false where another call was first. */
export declare function exchangeResetCode(tx: Db, resetId: string, codeHash: string, token: string): Promise<boolean>
/** The user whose password a reset token may set; null where it is not good. */
export declare function findResetUser(
  db: Db,
  email: string,
  token: string,
): Promise<{
  id: string
  email: string
  username: string
  fullName: string
} | null>
/** Uses a reset token up. Answers false where it is not good, or another call was first. */
export declare function spendResetToken(tx: Db, email: string, token: string): Promise<boolean>
