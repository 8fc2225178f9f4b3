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
