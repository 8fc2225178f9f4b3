import type { Hl7ConnectionFields, Hl7MessageState } from '@readroom/contracts/orders/hl7'
import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { type Before, type Taken, taken } from '../core/locks.ts'
import { labs } from '../people/labs.schema.ts'
import { hl7Connections, hl7Messages } from './hl7.schema.ts'
import type { Hl7ConnectionRow } from './hl7.ts'

/** Returns all connections by name, each with its laboratory and its newest message. */
export async function listHl7Connections(db: Db) {
  const newest = db
    .select({ receivedAt: hl7Messages.receivedAt, state: hl7Messages.state })
    .from(hl7Messages)
    .where(eq(hl7Messages.connectionId, hl7Connections.id))
    .orderBy(desc(hl7Messages.id))
    .limit(1)
    .as('newest')
  return db
    .select({
      connection: hl7Connections,
      labName: labs.name,
      lastMessage: { receivedAt: newest.receivedAt, state: newest.state },
    })
    .from(hl7Connections)
    .innerJoin(labs, eq(labs.id, hl7Connections.labId))
    .leftJoinLateral(newest, sql`true`)
    .orderBy(sql`lower(${hl7Connections.name})`)
}

/** Returns the laboratory of a connection. Null: there is no such connection. */
export async function findLabOfHl7Connection(db: Db, id: string): Promise<string | null> {
  const [row] = await db.select({ labId: hl7Connections.labId }).from(hl7Connections).where(eq(hl7Connections.id, id))
  return row?.labId ?? null
}

/** Locks a connection, open or not. */
export async function lockAnyHl7Connection<T extends Before<'hl7Connection'>>(
  tx: T,
  id: string,
): Promise<Taken<T, 'hl7Connection', Hl7ConnectionRow | null>> {
  const [row] = await tx.select().from(hl7Connections).where(eq(hl7Connections.id, id)).for('update')
  return taken(tx, 'hl7Connection', row ?? null)
}

/** Returns its id. Breaks `hl7_connections_name`, `hl7_connections_port` or the reference to the laboratory. */
export async function insertHl7Connection(tx: Tx, fields: Hl7ConnectionFields): Promise<string> {
  const [row] = await tx.insert(hl7Connections).values(fields).returning({ id: hl7Connections.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

/** Breaks `hl7_connections_name` or `hl7_connections_port` as an insert does. */
export async function updateHl7Connection(
  tx: Tx<'hl7Connection'>,
  id: string,
  fields: Omit<Hl7ConnectionFields, 'labId'>,
): Promise<void> {
  await tx
    .update(hl7Connections)
    .set({ ...fields, version: sql`${hl7Connections.version} + 1`, updatedAt: sql`now()` })
    .where(eq(hl7Connections.id, id))
}

export type Hl7MessageFilter = {
  connectionId: string
  state?: Hl7MessageState | undefined
  controlId: string
  before?: string | undefined
}

/** Returns messages without their text, newest first. */
export async function listHl7Messages(db: Db, { connectionId, state, controlId, before }: Hl7MessageFilter, limit: number) {
  return db
    .select({
      id: hl7Messages.id,
      receivedAt: hl7Messages.receivedAt,
      sendingApplication: hl7Messages.sendingApplication,
      sendingFacility: hl7Messages.sendingFacility,
      controlId: hl7Messages.controlId,
      type: hl7Messages.type,
      state: hl7Messages.state,
      faults: hl7Messages.faults,
      flags: hl7Messages.flags,
      hasText: sql<boolean>`${hl7Messages.raw} is not null`,
    })
    .from(hl7Messages)
    .where(
      and(
        eq(hl7Messages.connectionId, connectionId),
        state === undefined ? undefined : eq(hl7Messages.state, state),
        controlId === '' ? undefined : eq(hl7Messages.controlId, controlId),
        before === undefined ? undefined : lt(hl7Messages.id, before),
      ),
    )
    .orderBy(desc(hl7Messages.id))
    .limit(limit)
}

/** Returns the text of a message with its connection's default character set, or null. */
export async function findHl7Message(db: Db, id: string) {
  const [row] = await db
    .select({ raw: hl7Messages.raw, charset: hl7Connections.charset })
    .from(hl7Messages)
    .innerJoin(hl7Connections, eq(hl7Connections.id, hl7Messages.connectionId))
    .where(and(eq(hl7Messages.id, id), isNotNull(hl7Messages.raw)))
  return row?.raw ? { raw: row.raw, charset: row.charset } : null
}
export type Hl7MessageText = NonNullable<Awaited<ReturnType<typeof findHl7Message>>>
