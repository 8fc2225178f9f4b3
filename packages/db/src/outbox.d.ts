import type { LiveEvent } from '@readroom/contracts/live'
import type { Db } from './client.ts'
import { outbox } from './schema/system.ts'
/** What PostgreSQL notifies listeners on when a transaction with outbox rows commits. */
export declare const outboxChannel = 'outbox'
export type OutboxRow = typeof outbox.$inferSelect
export type LiveEventInput = LiveEvent extends infer E ? (E extends LiveEvent ? Omit<E, 'v'> : never) : never
/** Queues a live event; it leaves when the transaction commits. */
export declare function emitLive(tx: Db, event: LiveEventInput): Promise<void>
/** Queues a job by its name in the job table; it leaves when the transaction commits. */
export declare function emitJob(tx: Db, name: string, payload: object): Promise<void>
/** Locks the oldest rows that no other relay holds, for the transaction's length. */
export declare function takeOutboxRows(tx: Db, limit: number): Promise<OutboxRow[]>
export declare function removeOutboxRows(tx: Db, ids: readonly number[]): Promise<void>
