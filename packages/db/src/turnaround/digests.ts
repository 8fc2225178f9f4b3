import type { DigestFields } from '@readroom/contracts/turnaround/digests'
import { asc, eq, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { transactionTime } from '../core/database-clock.ts'
import { digests } from './digests.schema.ts'

export type DigestRow = typeof digests.$inferSelect
type Scheduled = DigestFields & { nextAt: Date }

/** Returns all digests, the oldest first. */
export async function listDigests(db: Db): Promise<DigestRow[]> {
  return db.select().from(digests).orderBy(asc(digests.createdAt), asc(digests.id))
}

/** Returns a digest, or null. */
export async function findDigest(db: Db, id: string): Promise<DigestRow | null> {
  const [row] = await db.select().from(digests).where(eq(digests.id, id))
  return row ?? null
}

/** Returns a digest, locked until the transaction ends; or null. */
export async function lockDigest(tx: Tx, id: string): Promise<DigestRow | null> {
  const [row] = await tx.select().from(digests).where(eq(digests.id, id)).for('update')
  return row ?? null
}

/** Locks the digests that are due, and skips those that others hold. `now`: by the database's clock. */
export async function lockDueDigests(tx: Tx): Promise<{ digest: DigestRow; now: Date }[]> {
  const now = sql`${transactionTime}::timestamptz(3)`.mapWith(digests.nextAt)
  return tx
    .select({ digest: digests, now })
    .from(digests)
    .where(lte(digests.nextAt, transactionTime))
    .for('update', { of: digests, skipLocked: true })
}

/** Returns its id. */
export async function insertDigest(tx: Tx, fields: Scheduled): Promise<string> {
  const [row] = await tx.insert(digests).values(fields).returning({ id: digests.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

export async function updateDigest(tx: Tx, id: string, fields: Scheduled): Promise<void> {
  await tx
    .update(digests)
    .set({ ...fields, version: sql`${digests.version} + 1` })
    .where(eq(digests.id, id))
}

/** Records that a digest was sent, and when it is sent next. */
export async function markDigestSent(tx: Tx, id: string, times: { lastSentAt: Date; nextAt: Date }): Promise<void> {
  await tx.update(digests).set(times).where(eq(digests.id, id))
}

export async function deleteDigest(tx: Tx, id: string): Promise<void> {
  await tx.delete(digests).where(eq(digests.id, id))
}
