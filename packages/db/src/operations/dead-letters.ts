import { createHash } from 'node:crypto'
import { and, asc, count, desc, eq, inArray, like, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { deadLetters } from './dead-letters.schema.ts'

export type DeadLetter = typeof deadLetters.$inferSelect
export type NewDeadLetter = Pick<DeadLetter, 'source' | 'name' | 'payload' | 'reason'>

/** Begins the reason of a letter that this version of Readroom cannot read, and another perhaps can. */
export const notUnderstood = 'not understood'

const longest = { name: 200, reason: 1000 }

/** Adds to the list, or to the count of what is on it already. `reason` holds no patient data. */
export async function insertDeadLetter(db: Db, { source, name, payload, reason }: NewDeadLetter): Promise<void> {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([source, name, payload]))
    .digest('hex')
  const row = { source, payload, fingerprint, name: name.slice(0, longest.name), reason: reason.slice(0, longest.reason) }
  await db
    .insert(deadLetters)
    .values(row)
    .onConflictDoUpdate({
      target: deadLetters.fingerprint,
      set: { times: sql`${deadLetters.times} + 1`, lastAt: sql`now()`, reason: row.reason },
    })
}

/** The newest, as many as a page shows, and how many there are. */
export async function listDeadLetters(db: Db, limit: number): Promise<{ letters: DeadLetter[]; total: number }> {
  const letters = await db.select().from(deadLetters).orderBy(desc(deadLetters.lastAt), desc(deadLetters.id)).limit(limit)
  return { letters, total: await db.$count(deadLetters) }
}

/** Locks the jobs that a process could not read, except those that another transaction holds. */
export async function lockNotUnderstood(tx: Tx, limit: number): Promise<DeadLetter[]> {
  return tx
    .select()
    .from(deadLetters)
    .where(and(inArray(deadLetters.source, ['outbox', 'job']), like(deadLetters.reason, `%${notUnderstood}%`)))
    .orderBy(asc(deadLetters.id))
    .limit(limit)
    .for('update', { skipLocked: true })
}

/** Takes one off the list; null if it is not there. */
export async function takeDeadLetter(tx: Tx, id: string): Promise<DeadLetter | null> {
  const [row] = await tx.delete(deadLetters).where(eq(deadLetters.id, id)).returning()
  return row ?? null
}

/** Counts the letters of each job or message. */
export async function countDeadLettersByName(db: Db): Promise<{ name: string; count: number }[]> {
  return db.select({ name: deadLetters.name, count: count() }).from(deadLetters).groupBy(deadLetters.name)
}
