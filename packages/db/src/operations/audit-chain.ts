import { createHash } from 'node:crypto'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import type { Db } from '../core/client.ts'
import { findUnchainedEntry, listAuditLinks } from './audit-links.ts'

/** A place in the chain, as it was noted somewhere else. */
export type AuditHead = { seq: number; hash: string }

type Link = AuditHead & { auditId: number; entry: string | null }

/** `head` is the last good link; `fault` says what is wrong with the one after it, or is null, and `faultyEntry` which entry that is, if there is one. */
export type AuditVerification = { entries: number; head: AuditHead; fault: string | null; faultyEntry: number | null }

const start: AuditHead = { seq: 0, hash: '' }
const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** Reports whether `hash` is that of an entry behind the link with the hash `before`. */
export const isAuditLink = (hash: string, before: string, entry: string): boolean => sha256(before + entry) === hash

/** Hashes that were noted, by their links' places: two of one place cannot both be right. */
type Noted = ReadonlyMap<number, readonly string[]>

function faultOf(link: Link, before: AuditHead, noted: Noted): string | null {
  const { seq, auditId, hash, entry } = link
  if (seq !== before.seq + 1) return `link ${before.seq + 1} is missing: link ${seq} follows link ${before.seq}`
  if (entry === null) return `link ${seq} stands for entry ${auditId}, which is no longer in the log`
  const computed = sha256(before.hash + entry)
  if (computed !== hash) return `link ${seq} does not fit entry ${auditId}: the hash is ${hash} and should be ${computed}`
  const other = noted.get(seq)?.find((its) => its !== hash)
  if (other) return `link ${seq} is ${hash}, not ${other} as noted: the log was rebuilt`
  return null
}

async function walk(db: Db, noted: Noted, batch: number): Promise<AuditVerification> {
  let head = start
  for (;;) {
    const links = await listAuditLinks(db, { after: head.seq, limit: batch })
    for (const link of links) {
      const fault = faultOf(link, head, noted)
      if (fault) return { entries: head.seq, head, fault, faultyEntry: link.auditId }
      head = { seq: link.seq, hash: link.hash }
    }
    if (links.length < batch) return { entries: head.seq, head, fault: null, faultyEntry: null }
  }
}

/** The database, or a transaction that reads in a savepoint. */
type Transacting = Db & { transaction: <T>(work: (tx: Db) => Promise<T>, config?: PgTransactionConfig) => Promise<T> }

/**
 * Computes the audit log's hash chain anew, in one snapshot of the database, and stops at the first link that is wrong.
 * With earlier heads it also finds a log that was cut off or rebuilt, which fits together by itself.
 */
export async function verifyAuditChain(db: Transacting, heads: readonly AuditHead[], batch = 1_000): Promise<AuditVerification> {
  const noted = new Map<number, string[]>()
  for (const { seq, hash } of heads) noted.set(seq, [...(noted.get(seq) ?? []), hash])
  const newest = heads.reduce((most, { seq }) => Math.max(most, seq), 0)
  return db.transaction(
    async (tx) => {
      const walked = await walk(tx, noted, batch)
      if (walked.fault) return walked
      const unchained = await findUnchainedEntry(tx)
      if (unchained !== null) return { ...walked, fault: `entry ${unchained} is not in the chain`, faultyEntry: unchained }
      const isCut = newest > walked.head.seq
      return isCut ? { ...walked, fault: `the log ends at ${walked.head.seq}, before the noted head ${newest}` } : walked
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
