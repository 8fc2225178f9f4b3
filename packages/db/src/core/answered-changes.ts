import { and, eq, lt, sql } from 'drizzle-orm'
import { answeredChanges } from './answered-changes.schema.ts'
import type { Db, Tx } from './client.ts'

export type KeyedChange = Pick<typeof answeredChanges.$inferSelect, 'userId' | 'key' | 'fingerprint' | 'studyId'>

const isChange = ({ userId, key }: Pick<KeyedChange, 'userId' | 'key'>) =>
  and(eq(answeredChanges.userId, userId), eq(answeredChanges.key, key))

/**
 * Claims the key of a change for this transaction. Returns null if it is new; else what was made under it. Waits for another transaction that
 * has claimed it and has not ended.
 */
export async function claimChange(
  tx: Tx,
  change: KeyedChange,
): Promise<Pick<typeof answeredChanges.$inferSelect, 'fingerprint' | 'answer'> | null> {
  const claimed = await tx.insert(answeredChanges).values(change).onConflictDoNothing().returning({ key: answeredChanges.key })
  if (claimed.length > 0) return null
  const { fingerprint, answer } = answeredChanges
  const [made] = await tx.select({ fingerprint, answer }).from(answeredChanges).where(isChange(change))
  if (!made) throw new Error('a claimed change is gone')
  return made
}

/** Keeps the answer of a change that this transaction has claimed. */
export async function keepAnswer(tx: Tx, change: KeyedChange, answer: object): Promise<void> {
  await tx.update(answeredChanges).set({ answer }).where(isChange(change))
}

/** Forgets the changes of the day before. Returns how many. */
export async function forgetAnsweredChanges(db: Db): Promise<number> {
  const { rowCount } = await db.delete(answeredChanges).where(lt(answeredChanges.madeAt, sql`now() - interval '1 day'`))
  return rowCount ?? 0
}
