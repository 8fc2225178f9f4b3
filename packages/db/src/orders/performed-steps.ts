import { openOrderStates, type PerformedStepState } from '@readroom/contracts/orders/orders'
import { and, asc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { hasStudy } from './order-matches.ts'
import { orders, performedStepOrders, performedSteps } from './orders.schema.ts'
import type { OrderRow } from './orders.ts'

export type PerformedStep = typeof performedSteps.$inferSelect

/** A scheduled step that a performed one names. Empty: not named. `orderId` is that of the order whose Study Instance UID this would be. */
export type NamedStep = { studyInstanceUid: string; orderId: string | null; accessionNumber: string }

/** Returns the laboratory's open orders that a performed step names by Study Instance UID, or else by accession number. */
export async function listOrdersOfStep(db: Db, labId: string, named: readonly NamedStep[]): Promise<OrderRow[]> {
  const ways = named.flatMap(({ studyInstanceUid, orderId, accessionNumber }): (SQL | undefined)[] => {
    const byUid = studyInstanceUid === '' ? undefined : eq(orders.studyInstanceUid, studyInstanceUid)
    const byId = orderId === null ? undefined : and(eq(orders.id, orderId), isNull(orders.studyInstanceUid))
    const byAccession = accessionNumber === '' ? undefined : eq(orders.accessionNumber, accessionNumber)
    return [or(byUid, byId, byAccession)]
  })
  const known = ways.filter((way) => way !== undefined)
  if (known.length === 0) return []
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.labId, labId), inArray(orders.state, [...openOrderStates]), or(...known)))
    .orderBy(asc(orders.id))
}

type StepKey = { labId: string; sopInstanceUid: string }

/** Writes a step that has begun, with the orders that it performs. Returns false if the laboratory has a step with this UID. */
export async function insertPerformedStep(
  tx: Tx,
  { orderIds, ...step }: StepKey & { aeTitle: string; state: PerformedStepState; orderIds: readonly string[] },
): Promise<boolean> {
  const [made] = await tx.insert(performedSteps).values(step).onConflictDoNothing().returning({ id: performedSteps.id })
  if (!made) return false
  if (orderIds.length > 0) await tx.insert(performedStepOrders).values(orderIds.map((orderId) => ({ stepId: made.id, orderId })))
  return true
}

/** Returns the ids of the orders that a step performs. */
export async function listOrderIdsOfStep(db: Db, { labId, sopInstanceUid }: StepKey): Promise<string[]> {
  const { stepId, orderId } = performedStepOrders
  const rows = await db
    .select({ orderId })
    .from(performedStepOrders)
    .innerJoin(performedSteps, eq(performedSteps.id, stepId))
    .where(and(eq(performedSteps.labId, labId), eq(performedSteps.sopInstanceUid, sopInstanceUid)))
    .orderBy(asc(orderId))
  return rows.map((row) => row.orderId)
}

/** Returns a step, locked until the transaction ends. Null if the laboratory has none with this UID. */
export async function lockPerformedStep(tx: Tx, { labId, sopInstanceUid }: StepKey): Promise<PerformedStep | null> {
  const [step] = await tx
    .select()
    .from(performedSteps)
    .where(and(eq(performedSteps.labId, labId), eq(performedSteps.sopInstanceUid, sopInstanceUid)))
    .for('update')
  return step ?? null
}

/** Writes another state of a step. */
export async function updatePerformedStep(tx: Tx, stepId: string, state: PerformedStepState): Promise<void> {
  await tx.update(performedSteps).set({ state, updatedAt: sql`now()` }).where(eq(performedSteps.id, stepId))
}

/** Images take a while from the scanner. Orders leave the worklist after thirty days. */
const awaited = sql`between now() - interval '30 days' and now() - interval '1 hour'`

/** Counts the open orders whose examination was completed more than an hour ago and whose images have not come. */
export async function countOrdersWithoutImages(db: Db): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${orders.id})::int` })
    .from(performedSteps)
    .innerJoin(performedStepOrders, eq(performedStepOrders.stepId, performedSteps.id))
    .innerJoin(orders, eq(orders.id, performedStepOrders.orderId))
    .where(
      and(
        sql`${performedSteps.state} = 'completed' and ${performedSteps.updatedAt} ${awaited}`,
        eq(orders.state, 'ordered'),
        not(hasStudy),
      ),
    )
  return row?.count ?? 0
}

const hasStepIn = (state: 'inProgress' | 'completed'): SQL =>
  sql`exists (select 1 from ${performedStepOrders} join ${performedSteps} on ${performedSteps.id} = ${performedStepOrders.stepId}
    where ${performedStepOrders.orderId} = ${orders.id} and ${performedSteps.state} = ${state})`

/** True for an order that a scanner performs now. */
export const isInProgress: SQL = hasStepIn('inProgress')
/** True for an order with a completed step, whether or not another one is in progress. */
export const isAcquired: SQL = hasStepIn('completed')

/** The number of completed steps of an order. */
export const completedSteps: SQL = sql`(select count(*) from ${performedStepOrders} join ${performedSteps} on ${performedSteps.id} = ${performedStepOrders.stepId}
    where ${performedStepOrders.orderId} = ${orders.id} and ${performedSteps.state} = 'completed')`

/** How far scanners are with an order: in progress if any step of it is, else completed if any is. Null: neither. */
export type OrderStep = 'inProgress' | 'completed' | null

export const stepOfOrder = sql<OrderStep>`case when ${isInProgress} then 'inProgress' when ${isAcquired} then 'completed' end`
