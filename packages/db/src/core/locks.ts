import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'

/**
 * The locks that transactions hold together, in the one order in which every transaction takes them. Two transactions that take them in this order
 * cannot wait for each other (docs/decisions/core/lock-order.md). Several of one kind are taken in the order of their ids.
 */
type Order = [
  /** One change of the settings at a time. */
  'settings',
  /** All active administrators, so that one of them stays. */
  'administrators',
  /** The row of `intake_cursor`: the only writer of what the image archive says. */
  'intake',
  /** An HL7 connection, whose messages come one at a time. */
  'hl7Connection',
  /** All who deal studies to doctors: one writer of the deficits. */
  'dealing',
  'study',
  /** All who look for or make the people of a patient ID. */
  'patientId',
  'patient',
  'identityReview',
  /** Orders of images. */
  'order',
  /** A report on its way by mail. */
  'dispatch',
  'laboratory',
  /** All who make usernames. */
  'usernames',
  /** An account, with its sessions and its doctor's profile. */
  'account',
]

export type Lock = Order[number]

/** The locks from one on to the end of the order. */
type From<L extends Lock, O = Order> = O extends [infer First, ...infer Rest]
  ? First extends L
    ? Extract<O, Lock[]>[number]
    : From<L, Rest>
  : never

type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/**
 * A transaction that holds these locks. The marks exist only in types. `Tx` without locks is any transaction. A function that asks for no more takes
 * none of these locks (docs/decisions/core/lock-order.md).
 */
export type Tx<Held extends Lock = never> = Transaction & { readonly [L in Held as `holds the lock: ${L}`]: true }

/** A transaction that may still take this lock and all after it: it holds none that comes later. */
export type Before<L extends Lock> = Transaction & { readonly [K in From<L> as `may still take the lock: ${K}`]: true }

/** A transaction that holds nothing yet. */
export type Begun = Before<Order[0]>

export type Begins = { transaction: <T>(work: (tx: Begun) => Promise<T>, config?: PgTransactionConfig) => Promise<T> }

type HeldBy<T> = { [L in Lock]: T extends Tx<L> ? L : never }[Lock]

/** `T` after it may have taken a lock: it may no longer take those that come before it. */
export type Passed<T, L extends Lock> = Tx<HeldBy<T>> & Before<L>

/** `T` after it has taken a lock: it holds one more, and may no longer take those that come before it. */
export type Locked<T, L extends Lock> = Passed<T, L> & Tx<L>

/** The transaction after a lock was taken, and what was locked. Go on with this transaction, not with the one before. */
export type Taken<T, L extends Lock, R> = [tx: Locked<T, L>, locked: R]

/** Marks the transactions of a database as holding nothing when they begin. */
export function beginning(db: NodePgDatabase): Omit<NodePgDatabase, 'transaction'> & Begins {
  // Drizzle does not know the marks. It hands every transaction over before its first statement.
  return db as unknown as Omit<NodePgDatabase, 'transaction'> & Begins
}

/** Marks a transaction as holding a lock. Only for the statement that has just taken it. */
export function taken<L extends Lock, T extends Before<L>, R>(tx: T, _lock: L, locked: R): Taken<T, L, R> {
  // No check can tell from a transaction which locks it holds: the statement before this call is the reason.
  return [tx as unknown as Locked<T, L>, locked]
}

/** Marks a transaction that has taken a lock, or has not, as it had to: only those that come after it may still be taken. */
export function passed<L extends Lock, T extends Before<L>, R>(tx: T, _lock: L, found: R): [tx: Passed<T, L>, found: R] {
  // As above.
  return [tx as unknown as Passed<T, L>, found]
}

/** Marks a transaction as holding a row that it has inserted itself: until it commits nobody else sees the row, so nobody waits. */
export function inserted<L extends Lock, T extends Tx, R>(tx: T, _lock: L, row: R): [tx: T & Tx<L>, row: R] {
  // As above.
  return [tx as T & Tx<L>, row]
}

/** Does the work in a savepoint, which holds what its transaction holds. */
export async function inSavepoint<T extends Tx, R>(tx: T, work: (tx: T) => Promise<R>): Promise<R> {
  // Drizzle makes another object of the same transaction; the server keeps its locks.
  return tx.transaction((inner) => work(inner as unknown as T))
}
