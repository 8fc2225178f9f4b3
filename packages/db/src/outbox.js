import { asc, inArray, sql } from 'drizzle-orm'
import { outbox } from './schema/system.js'
/** What PostgreSQL notifies listeners on when a transaction with outbox rows commits. */
export const outboxChannel = 'outbox'
async function append(tx, row) {
  await tx.insert(outbox).values(row)
  await tx.execute(sql`select pg_notify(${outboxChannel}, '')`)
}
/** Queues a live event; it leaves when the transaction commits. */
export async function emitLive(tx, event) {
  await append(tx, { kind: 'live', name: event.type, payload: { v: 1, ...event } })
}
/** Queues a job by its name in the job table; it leaves when the transaction commits. */
export async function emitJob(tx, name, payload) {
  await append(tx, { kind: 'job', name, payload })
}
/** Locks the oldest rows that no other relay holds, for the transaction's length. */
export async function takeOutboxRows(tx, limit) {
  return tx.select().from(outbox).orderBy(asc(outbox.id)).limit(limit).for('update', { skipLocked: true })
}
export async function removeOutboxRows(tx, ids) {
  if (ids.length > 0) await tx.delete(outbox).where(inArray(outbox.id, [...ids]))
}
//# sourceMappingURL=outbox.js.map
