import type { OrderEvent, OrderEventSource } from '@readroom/contracts/orders/orders'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import type { Caller } from '../core/actor.ts'
import { type AuditActor, type AuditEntry, auditAppend, auditValues } from '../core/audit.ts'
import { type Db, plannedOnce, type Tx } from '../core/client.ts'
import { type Before, type Taken, taken } from '../core/locks.ts'
import { type OrderChange, orderEventLog, orders } from './orders.schema.ts'

export type OrderRow = typeof orders.$inferSelect
export type NewOrder = typeof orders.$inferInsert
type Fixed = 'id' | 'labId' | 'placerNumber' | 'placerAuthority' | 'source' | 'searchAll' | 'version' | 'createdAt' | 'updatedAt'
/** Columns that commands set. Undefined: as it is. */
export type OrderValues = { [K in Exclude<keyof OrderRow, Fixed>]?: OrderRow[K] | undefined }

/** The number that a laboratory knows an order by. An authority that nobody names is empty. */
export type OrderKey = { labId: string; placerNumber: string; placerAuthority: string }

/** The row check of orders: administrators see all, laboratory staff their own laboratory's, doctors none. */
export function visibleOrders({ role, labId }: Caller): SQL {
  if (role === 'admin') return sql`true`
  return role === 'lab_staff' ? sql`${orders.labId} = ${labId}` : sql`false`
}

const hasKey = ({ labId, placerNumber, placerAuthority }: OrderKey) =>
  and(eq(orders.labId, labId), eq(orders.placerNumber, placerNumber), eq(orders.placerAuthority, placerAuthority))

/** Returns an order by its number. Null if there is none. */
export async function findOrderByKey(db: Db, key: OrderKey): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(hasKey(key))
  return row ?? null
}

/** Returns an order. Null if it does not exist or the caller does not see it. */
export async function findOrder(db: Db, caller: Caller, orderId: string): Promise<OrderRow | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), visibleOrders(caller)))
  return row ?? null
}

/** Returns an order by its number, locked until the transaction ends. Null if there is none. */
export async function lockOrderByKey<T extends Before<'order'>>(
  tx: T,
  key: OrderKey,
): Promise<Taken<T, 'order', OrderRow | null>> {
  const [row] = await tx.select().from(orders).where(hasKey(key)).for('update')
  return taken(tx, 'order', row ?? null)
}

/** As `lockOrderByKey` for a number that no order had a moment ago: the insert of that order finds out if somebody was quicker. */
export function lockNoOrder<T extends Before<'order'>>(tx: T): Taken<T, 'order', null> {
  return taken(tx, 'order', null)
}

/** Returns these orders in the order of their ids, locked until the transaction ends. */
export async function lockOrders<T extends Before<'order'>>(
  tx: T,
  orderIds: readonly string[],
): Promise<Taken<T, 'order', OrderRow[]>> {
  if (orderIds.length === 0) return taken(tx, 'order', [])
  const rows = await tx
    .select()
    .from(orders)
    .where(inArray(orders.id, [...orderIds]))
    .orderBy(asc(orders.id))
    .for('update')
  return taken(tx, 'order', rows)
}

/** The columns that a new order is written with. */
const columnsOfNew = [
  'labId',
  'placerNumber',
  'placerAuthority',
  'source',
  'reportedStatus',
  'fillerNumber',
  'fillerAuthority',
  'accessionNumber',
  'studyInstanceUid',
  'procedureId',
  'procedureCode',
  'procedureCodingSystem',
  'procedureDescription',
  'modality',
  'priority',
  'indication',
  'orderingPhysician',
  'orderingPhysicianNumber',
  'copiesTo',
  'scheduledAt',
  'station',
  'aeTitle',
  'stepId',
  'protocol',
  'furtherSteps',
  'patientLocation',
  'visit',
  'unknownValues',
  'patientIds',
  'patientIdTexts',
  'patientName',
  'patientBirthDate',
  'patientSex',
] as const satisfies (keyof OrderRow)[]

const namesOfNew = sql.join(
  columnsOfNew.map((key) => sql.identifier(orders[key].name)),
  sql`, `,
)
/** Each message of a hospital waits for it. */
const inserting = plannedOnce(
  'insert_order',
  sql`insert into ${orders} (${namesOfNew})
    select ${namesOfNew} from jsonb_populate_record(null::${orders}, ${sql.placeholder('order')}::jsonb)
    on conflict do nothing returning ${orders.id}`,
)
const InsertedIds = z.array(z.object({ id: z.string() }))

/** Returns the id of the new order. Null if the laboratory has an order with its number. */
export async function insertOrder(tx: Tx, values: NewOrder): Promise<string | null> {
  const row: NewOrder = { copiesTo: [], furtherSteps: [], unknownValues: {}, patientIds: [], patientIdTexts: [], ...values }
  const order = JSON.stringify(Object.fromEntries(columnsOfNew.map((key) => [orders[key].name, row[key]])))
  const [inserted] = InsertedIds.parse(await inserting(tx, { order }))
  return inserted?.id ?? null
}

/** Writes another version of an order. Returns the row as it is now. */
export async function updateOrder(tx: Tx<'order'>, orderId: string, set: OrderValues): Promise<OrderRow> {
  const columns: PgUpdateSetSource<typeof orders> = { ...set, version: sql`${orders.version} + 1`, updatedAt: sql`now()` }
  const [row] = await tx.update(orders).set(columns).where(eq(orders.id, orderId)).returning()
  if (!row) throw new Error('the order was not there')
  return row
}

/** `sender`: the name of a connected system; empty for an account. */
type NewOrderEvent = {
  orderId: string
  event: OrderEvent
  source: OrderEventSource
  sender: string
  reason: string | null
  changes: OrderChange[]
  ofStudy: string | null
}

/** Each message of a hospital waits for it. */
const noting = plannedOnce(
  'note_order_event',
  sql`with noted as (
    insert into ${orderEventLog} (order_id, event, source, actor_user_id, sender, reason, changes, of_study)
    values (${sql.placeholder('orderId')}, ${sql.placeholder('event')}, ${sql.placeholder('source')}, ${sql.placeholder('userId')},
      ${sql.placeholder('sender')}, ${sql.placeholder('reason')}, ${sql.placeholder('changes')}, ${sql.placeholder('ofStudy')})
    returning queue_order_event(order_id, event = 'created'))
    ${auditAppend}`,
)

/** Appends to the history of an order, whose row has changed already, and to the audit log. Queues its state for the webhooks that want it. */
export async function noteOrder(tx: Tx, actor: AuditActor, event: NewOrderEvent, entry: AuditEntry): Promise<void> {
  const { changes, ...columns } = event
  await noting(tx, { ...columns, changes: JSON.stringify(changes), ...auditValues(actor, [entry]) })
}

/** Returns the history of an order, oldest first. */
export async function listOrderEvents(db: Db, orderId: string) {
  const { id, event, source, sender, reason, changes, ofStudy, at } = orderEventLog
  return db
    .select({ id, event, source, sender, reason, changes, ofStudy, at, actorName: users.fullName })
    .from(orderEventLog)
    .leftJoin(users, eq(users.id, orderEventLog.actorUserId))
    .where(eq(orderEventLog.orderId, orderId))
    .orderBy(asc(at), asc(id))
}
