import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { type Before, type Taken, taken } from '../core/locks.ts'
import { hl7Connections, hl7Messages } from './hl7.schema.ts'

export type Hl7ConnectionRow = typeof hl7Connections.$inferSelect
export type NewHl7Message = typeof hl7Messages.$inferInsert

/** Returns the connections that are open for messages. */
export async function listEnabledHl7Connections(db: Db): Promise<Hl7ConnectionRow[]> {
  return db.select().from(hl7Connections).where(eq(hl7Connections.isEnabled, true)).orderBy(hl7Connections.port)
}

/** Returns a connection that is open for messages, or null. */
export async function findEnabledHl7Connection(db: Db, id: string): Promise<Hl7ConnectionRow | null> {
  const [row] = await db
    .select()
    .from(hl7Connections)
    .where(and(eq(hl7Connections.id, id), eq(hl7Connections.isEnabled, true)))
  return row ?? null
}

/** Locks a connection, so that its messages are handled one at a time in all programs. Null: it is no longer open. */
export async function lockHl7Connection<T extends Before<'hl7Connection'>>(
  tx: T,
  id: string,
): Promise<Taken<T, 'hl7Connection', Hl7ConnectionRow | null>> {
  const [row] = await tx
    .select()
    .from(hl7Connections)
    .where(and(eq(hl7Connections.id, id), eq(hl7Connections.isEnabled, true)))
    .for('update')
  return taken(tx, 'hl7Connection', row ?? null)
}

/** The identity of a message at its sender. */
export type SentHl7Message = Pick<NewHl7Message, 'connectionId' | 'sendingApplication' | 'sendingFacility' | 'controlId' | 'hash'>

const ofSender = ({ connectionId, sendingApplication, sendingFacility, controlId }: SentHl7Message) =>
  and(
    eq(hl7Messages.connectionId, connectionId),
    eq(hl7Messages.controlId, controlId),
    eq(hl7Messages.sendingApplication, sendingApplication),
    eq(hl7Messages.sendingFacility, sendingFacility),
  )

/** Returns the answers that a message got before, in base64, or null. */
export async function findHl7Answers(tx: Tx, message: SentHl7Message): Promise<string[] | null> {
  const [row] = await tx
    .select({ answers: hl7Messages.answers })
    .from(hl7Messages)
    .where(and(ofSender(message), eq(hl7Messages.hash, message.hash)))
  return row?.answers ?? null
}

/** Returns true if another message of the sender had the same control ID. */
export async function isHl7ControlIdUsed(tx: Tx, message: SentHl7Message): Promise<boolean> {
  return (await tx.$count(hl7Messages, ofSender(message))) > 0
}

/** Stores a message with its answer. */
export async function insertHl7Message(tx: Tx<'hl7Connection'>, message: NewHl7Message): Promise<void> {
  await tx.insert(hl7Messages).values(message)
}

/** Removes up to `limit` messages that were kept for their connection's days. Returns how many. */
export async function removeOldHl7Messages(db: Db, limit: number): Promise<number> {
  const old = db
    .select({ id: hl7Messages.id })
    .from(hl7Messages)
    .innerJoin(hl7Connections, eq(hl7Connections.id, hl7Messages.connectionId))
    .where(sql`${hl7Messages.receivedAt} < now() - ${hl7Connections.keepDays} * interval '1 day'`)
    .limit(limit)
  const { rowCount } = await db.delete(hl7Messages).where(inArray(hl7Messages.id, old))
  return rowCount ?? 0
}
