import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { users } from './accounts.schema.ts'
import { passkeys } from './second-factors.schema.ts'

export type PasskeyRow = typeof passkeys.$inferSelect
export type NewPasskey = Omit<PasskeyRow, 'createdAt' | 'lastUsedAt'>

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.credentialId))
}

/** A passkey of an account that is not deleted, by the authenticator's id of it. */
export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await db
    .select({ passkey: passkeys })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.credentialId, credentialId), isNull(users.deletedAt)))
  return row?.passkey ?? null
}

/** Returns false if the passkey is registered already. */
export async function insertPasskey(tx: Db, passkey: NewPasskey): Promise<boolean> {
  const { rowCount } = await tx.insert(passkeys).values(passkey).onConflictDoNothing()
  return rowCount === 1
}

/** Notes a use. Returns false if another use has moved the counter meanwhile. */
export async function notePasskeyUse(tx: Db, { credentialId, counter }: PasskeyRow, next: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(passkeys)
    .set({ counter: next, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.credentialId, credentialId), eq(passkeys.counter, counter)))
  return rowCount === 1
}

export async function deletePasskey(tx: Db, userId: string, credentialId: string): Promise<boolean> {
  const { rowCount } = await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), eq(passkeys.credentialId, credentialId)))
  return rowCount === 1
}
