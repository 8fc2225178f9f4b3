import { currentOrigin } from '@readroom/process/origin'
import { asc, inArray, sql } from 'drizzle-orm'
import { plannedOnce, type Tx } from './client.ts'
import { outbox } from './outbox.schema.ts'

/** The channel on which PostgreSQL notifies listeners when a transaction with outbox rows commits. */
export const outboxChannel = 'outbox'

export type OutboxRow = typeof outbox.$inferSelect

/** Every change that somebody sees waits for it. */
const appending = plannedOnce(
  'append_to_outbox',
  sql`insert into ${outbox} (kind, name, payload, origin)
    select kind, name, payload, ${sql.placeholder('origin')}
    from jsonb_to_recordset(${sql.placeholder('entries')}::jsonb) entry(kind text, name text, payload jsonb)
    returning pg_notify('${sql.raw(outboxChannel)}', '')`,
)

/** Adds rows in their order. They leave when the transaction commits, on behalf of whatever request this runs for. */
export async function appendToOutbox(
  tx: Tx,
  entries: readonly Pick<typeof outbox.$inferInsert, 'kind' | 'name' | 'payload'>[],
): Promise<void> {
  if (entries.length > 0) await appending(tx, { entries: JSON.stringify(entries), origin: currentOrigin() })
}

/** Locks the oldest rows that no other relay holds, for the transaction's length. */
export async function takeOutboxRows(tx: Tx, limit: number): Promise<OutboxRow[]> {
  return tx.select().from(outbox).orderBy(asc(outbox.id)).limit(limit).for('update', { skipLocked: true })
}

export async function removeOutboxRows(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.delete(outbox).where(inArray(outbox.id, [...ids]))
}
