import { max, sql } from 'drizzle-orm'
import { auditChain } from '../core/audit.schema.ts'
import type { Db, Tx } from '../core/client.ts'
import type { AuditVerification } from './audit-chain.ts'
import { auditCheck } from './audit-check.schema.ts'

export type StoredCheck = typeof auditCheck.$inferSelect

/** A check that was requested longer ago was lost. */
const lostAfter = sql`interval '1 hour'`

/** Returns the result of the last check, and whether one is requested; null before the first. */
export async function readAuditCheck(db: Db): Promise<StoredCheck | null> {
  const [row] = await db.select().from(auditCheck)
  return row ?? null
}

/** Returns the number of entries in the chain. Its links are numbered from 1 without gaps. */
export async function countAuditChain(db: Db): Promise<number> {
  const [row] = await db.select({ links: max(auditChain.seq) }).from(auditChain)
  return row?.links ?? 0
}

/** A walk that ended so lately need not be made again by itself. */
const freshFor = sql`interval '20 hours'`

/** Reports whether a check of the chain is due: it was requested, or the last one is long ago. */
export async function isAuditCheckDue(db: Db): Promise<boolean> {
  const isFresh = sql`${auditCheck.askedAt} is null and ${auditCheck.checkedAt} > now() - ${freshFor}`
  return (await db.$count(auditCheck, isFresh)) === 0
}

/** Notes that a walk is asked for; false if one is already. */
export async function askForAuditCheck(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx
    .insert(auditCheck)
    .values({ id: 1, askedAt: sql`now()` })
    .onConflictDoUpdate({
      target: auditCheck.id,
      set: { askedAt: sql`now()` },
      setWhere: sql`${auditCheck.askedAt} is null or ${auditCheck.askedAt} < now() - ${lostAfter}`,
    })
  return rowCount === 1
}

/** Notes how a walk ended. */
export async function storeAuditCheck(db: Db, { entries, head, fault, faultyEntry }: AuditVerification): Promise<void> {
  const ended = { entries, headSeq: head.seq, headHash: head.hash, fault, faultyEntry, checkedAt: sql`now()`, askedAt: null }
  await db
    .insert(auditCheck)
    .values({ id: 1, ...ended })
    .onConflictDoUpdate({ target: auditCheck.id, set: ended })
}
