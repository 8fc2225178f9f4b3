import { and, eq, isNull, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import type { Db, Tx } from '../core/client.ts'
import { doctors } from './doctors.schema.ts'
import { shiftFeeds } from './shift-feeds.schema.ts'

/** Returns when an account's feed was made, or null. */
export async function findShiftFeed(db: Db, userId: string): Promise<{ createdAt: Date } | null> {
  const [row] = await db.select({ createdAt: shiftFeeds.createdAt }).from(shiftFeeds).where(eq(shiftFeeds.userId, userId))
  return row ?? null
}

/** Saves an account's feed in place of the one before. */
export async function saveShiftFeed(tx: Tx, userId: string, tokenHash: string): Promise<void> {
  await tx
    .insert(shiftFeeds)
    .values({ userId, tokenHash })
    .onConflictDoUpdate({ target: shiftFeeds.userId, set: { tokenHash, createdAt: sql`now()` } })
}

/** Reports whether there was one. */
export async function deleteShiftFeed(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.delete(shiftFeeds).where(eq(shiftFeeds.userId, userId)).returning()).length > 0
}

/** Returns the account of a feed that can sign in, or null. `doctorId` null: not a doctor. */
export async function findFeedReader(db: Db, tokenHash: string) {
  const [row] = await db
    .select({ role: users.role, doctorId: doctors.id })
    .from(shiftFeeds)
    .innerJoin(users, eq(users.id, shiftFeeds.userId))
    .leftJoin(doctors, eq(doctors.userId, users.id))
    .where(and(eq(shiftFeeds.tokenHash, tokenHash), eq(users.isActive, true), isNull(users.deletedAt)))
  return row ?? null
}
