import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { labs } from '../people/labs.schema.ts'
import { waitingPatientChanges } from './patients.schema.ts'

export type WaitingChangeRow = typeof waitingPatientChanges.$inferSelect
export type NewWaitingChange = Omit<typeof waitingPatientChanges.$inferInsert, 'id' | 'receivedAt'>

/** Keeps a change for a person. The same change again replaces the one that waits. Returns its id. */
export async function keepWaitingChange(tx: Tx, change: NewWaitingChange): Promise<string> {
  const { labId, kind, patientId, previousId } = waitingPatientChanges
  const [row] = await tx
    .insert(waitingPatientChanges)
    .values(change)
    .onConflictDoUpdate({ target: [labId, kind, patientId, previousId], set: { ...change, receivedAt: sql`now()` } })
    .returning({ id: waitingPatientChanges.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

/** Removes a change that waits, unless it was sent again since. Returns whether it was there. */
export async function removeWaitingChange(tx: Tx, changeId: string, receivedAt: Date): Promise<boolean> {
  const seen = and(eq(waitingPatientChanges.id, changeId), eq(waitingPatientChanges.receivedAt, receivedAt))
  const { rowCount } = await tx.delete(waitingPatientChanges).where(seen)
  return (rowCount ?? 0) > 0
}

export async function countWaitingChanges(db: Db): Promise<number> {
  return db.$count(waitingPatientChanges)
}

/** Returns a page of the changes that wait, the newest first. */
export async function listWaitingChanges(db: Db, { page, limit }: { page: number; limit: number }) {
  const rows = await db
    .select({ change: waitingPatientChanges, laboratory: labs.name })
    .from(waitingPatientChanges)
    .innerJoin(labs, eq(labs.id, waitingPatientChanges.labId))
    .orderBy(desc(waitingPatientChanges.receivedAt), desc(waitingPatientChanges.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows, total: await countWaitingChanges(db) }
}
