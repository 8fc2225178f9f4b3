import type { Db } from './client.ts'
/** A place in the chain, as it was noted somewhere else. */
export type AuditHead = {
  seq: number
  hash: string
}
/** `head` is the last good link; `fault` says what is wrong with the one after it, or is null. */
export type AuditVerification = {
  entries: number
  head: AuditHead
  fault: string | null
}
/**
 * Computes the audit log's hash chain anew, in one snapshot of the database, and stops at the first link that is wrong.
 * With an earlier head it also finds a log that was cut off or rebuilt, which fits together by itself.
 */
export declare function verifyAuditChain(db: Db, noted: AuditHead | null, batch?: number): Promise<AuditVerification>
