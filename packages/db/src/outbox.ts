import type { LiveEvent } from '@readroom/contracts/live'
import { asc, inArray, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { outbox } from './schema/system.ts'

/** What PostgreSQL notifies listeners on when a transaction with outbox rows commits. */
export const outboxChannel = 'outbox'

export type OutboxRow = typeof outbox.$inferSelect
export type LiveEventInput = LiveEvent extends infer E ? (E extends LiveEvent ? Omit<E, 'v' | 'id'> : never) : never

async function append(tx: Db, row: typeof outbox.$inferInsert): Promise<void> {
  await tx.insert(outbox).values(row)
  await tx.execute(sql`select pg_notify(${outboxChannel}, '')`)
}

/** Queues a live event; it leaves when the transaction commits. */
export async function emitLive(tx: Db, event: LiveEventInput): Promise<void> {
  await append(tx, { kind: 'live', name: event.type, payload: { v: 1, ...event } })
}

/** Queues a job by its name in the job table; it leaves when the transaction commits. */
export async function emitJob(tx: Db, name: string, payload: object): Promise<void> {
  await append(tx, { kind: 'job', name, payload })
}

/** Locks the oldest rows that no other relay holds, for the transaction's length. */
export async function takeOutboxRows(tx: Db, limit: number): Promise<OutboxRow[]> {
  return tx.select().from(outbox).orderBy(asc(outbox.id)).limit(limit).for('update', { skipLocked: true })
}

export async function removeOutboxRows(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.delete(outbox).where(inArray(outbox.id, [...ids]))
}
