import { asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { auditChain, auditLog } from '../core/audit.schema.ts'
import type { Db } from '../core/client.ts'

/**
 * The text that an entry's hash covers. It repeats the text of `programs/audit_chain.sql`, because somebody who can change the log may also change a
 * function of the database.
 */
export const entryText = sql`jsonb_build_array(${auditLog.id}, to_char(${auditLog.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  ${auditLog.actorUserId}, ${auditLog.action}, ${auditLog.targetType}, ${auditLog.targetId}, ${auditLog.details}, ${auditLog.address})::text`

/** The links after `seq` in their order; `entry` is null if the audit log no longer has it. */
export async function listAuditLinks(db: Db, { after, limit }: { after: number; limit: number }) {
  return db
    .select({
      seq: auditChain.seq,
      auditId: auditChain.auditId,
      hash: auditChain.hash,
      entry: sql<string | null>`case when ${auditLog.id} is not null then ${entryText} end`,
    })
    .from(auditChain)
    .leftJoin(auditLog, eq(auditLog.id, auditChain.auditId))
    .where(gt(auditChain.seq, after))
    .orderBy(asc(auditChain.seq))
    .limit(limit)
}

/** Returns the newest link; null before the first entry. */
export async function findNewestLink(db: Db): Promise<{ seq: number; hash: string } | null> {
  const { seq, hash } = auditChain
  const [row] = await db.select({ seq, hash }).from(auditChain).orderBy(desc(seq)).limit(1)
  return row ?? null
}

/** The oldest entry that no link covers, or null. */
export async function findUnchainedEntry(db: Db): Promise<number | null> {
  const [row] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .leftJoin(auditChain, eq(auditChain.auditId, auditLog.id))
    .where(isNull(auditChain.seq))
    .orderBy(asc(auditLog.id))
    .limit(1)
  return row?.id ?? null
}
