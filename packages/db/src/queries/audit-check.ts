import { sql } from 'drizzle-orm'
import type { AuditVerification } from '../audit-chain.ts'
import type { Db, Tx } from '../client.ts'
import { auditCheck } from '../schema/system.ts'

export type StoredCheck = typeof auditCheck.$inferSelect

/** A walk that was asked for so long ago was lost. */
const lostAfter = sql`interval '1 hour'`

/** How the last walk ended, and whether one is asked for; null before the first. */
export async function readAuditCheck(db: Db): Promise<StoredCheck | null> {
  const [row] = await db.select().from(auditCheck)
  return row ?? null
}

/** A walk that ended so lately need not be made again by itself. */
const freshFor = sql`interval '20 hours'`

/** Whether the chain is to be walked along now: somebody asked, or the last walk was long ago. */
export async function isAuditCheckDue(db: Db): Promise<boolean> {
  const isFresh = sql`${auditCheck.askedAt} is null and ${auditCheck.checkedAt} > now() - ${freshFor}`
  return (await db.$count(auditCheck, isFresh)) === 0
}

/** Notes that a walk is asked for; false where one is already. */
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
