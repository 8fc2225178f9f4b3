import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, plannedOnce, type Tx } from '../core/client.ts'
import { type Before, type Taken, taken } from '../core/locks.ts'
import { hl7Connections, hl7Messages } from './hl7.schema.ts'

export type Hl7ConnectionRow = typeof hl7Connections.$inferSelect
export type Hl7MessageRow = typeof hl7Messages.$inferSelect

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

const lockConnection = plannedOnce(
  'lock_hl7_connection',
  sql`select ${hl7Connections.id} from ${hl7Connections} where ${hl7Connections.id} = ${sql.placeholder('id')} and ${hl7Connections.isEnabled} for update`,
)

/** Locks a connection, so that its messages are handled one at a time in all programs. False: it is no longer open. */
export async function lockHl7Connection<T extends Before<'hl7Connection'>>(
  tx: T,
  id: string,
): Promise<Taken<T, 'hl7Connection', boolean>> {
  const rows = z.array(z.unknown()).parse(await lockConnection(tx, { id }))
  return taken(tx, 'hl7Connection', rows.length > 0)
}

/** The identity of a message at its sender. */
export type SentHl7Message = Pick<Hl7MessageRow, 'connectionId' | 'sendingApplication' | 'sendingFacility' | 'controlId' | 'hash'>

const ofSender = sql`${hl7Messages.connectionId} = ${sql.placeholder('connectionId')} and ${hl7Messages.controlId} = ${sql.placeholder('controlId')}
  and ${hl7Messages.sendingApplication} = ${sql.placeholder('sendingApplication')}
  and ${hl7Messages.sendingFacility} = ${sql.placeholder('sendingFacility')}`

const Earlier = z.tuple([z.object({ answers: z.array(z.string()).nullable(), isControlIdUsed: z.boolean() })])
/** Every message waits for it. */
const earlier = plannedOnce(
  'earlier_hl7_messages',
  sql`select (select ${hl7Messages.answers} from ${hl7Messages} where ${ofSender} and ${hl7Messages.hash} = ${sql.placeholder('hash')}) as "answers",
    exists (select 1 from ${hl7Messages} where ${ofSender}) as "isControlIdUsed"`,
)

/** Returns the answers that a message got before, in base64, or null; and true if the sender has used its control ID, for this message or another. */
export async function findEarlierHl7Messages(tx: Tx, message: SentHl7Message): Promise<z.output<typeof Earlier>[0]> {
  const { connectionId, sendingApplication, sendingFacility, controlId, hash } = message
  const [found] = Earlier.parse(await earlier(tx, { connectionId, sendingApplication, sendingFacility, controlId, hash }))
  return found
}

const storing = plannedOnce(
  'store_hl7_message',
  sql`insert into ${hl7Messages} (connection_id, sending_application, sending_facility, control_id, hash, type, state, faults, flags, answers, raw, patient_ids, fields, order_ids)
    values (${sql.placeholder('connectionId')}, ${sql.placeholder('sendingApplication')}, ${sql.placeholder('sendingFacility')},
      ${sql.placeholder('controlId')}, ${sql.placeholder('hash')}, ${sql.placeholder('type')}, ${sql.placeholder('state')}, ${sql.placeholder('faults')},
      ${sql.placeholder('flags')}, ${sql.placeholder('answers')}, ${sql.placeholder('raw')}, ${sql.placeholder('patientIds')},
      ${sql.placeholder('fields')}, ${sql.placeholder('orderIds')})`,
)

/** Stores a message with its answer. */
export async function insertHl7Message(
  tx: Tx<'hl7Connection'>,
  message: Omit<Hl7MessageRow, 'id' | 'receivedAt'>,
): Promise<void> {
  await storing(tx, message)
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
