import type { ResultDestinationFields } from '@readroom/contracts/reports/results'
import { unsentStates } from '@readroom/contracts/reports/results'
import { and, eq, isNotNull, isNull, not, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { literals } from '../core/columns.ts'
import { labs } from '../people/labs.schema.ts'
import { resultDeliveries, resultDestinations } from './results.schema.ts'

export type ResultDestinationRow = typeof resultDestinations.$inferSelect

/** Unsent deliveries older than their destination allows. Those of an inactive laboratory wait until it is active again. */
const isOverdue = sql`(${resultDeliveries.createdAt} < now() - ${resultDestinations.alertMinutes} * interval '1 minute'
  and exists (select 1 from labs l where l.id = ${resultDestinations.labId} and l.is_active))`

/** Returns all destinations by name, each with its laboratory and its unsent deliveries. */
export async function listResultDestinations(db: Db) {
  const waiting = db
    .select({
      unsent: sql<number>`count(*)::int`.as('unsent'),
      overdue: sql<number>`(count(*) filter (where ${isOverdue}))::int`.as('overdue'),
    })
    .from(resultDeliveries)
    .where(
      and(
        eq(resultDeliveries.destinationId, resultDestinations.id),
        sql`${resultDeliveries.state} in (${literals(unsentStates)})`,
      ),
    )
    .as('waiting')
  return db
    .select({ destination: resultDestinations, labName: labs.name, unsent: waiting.unsent, overdue: waiting.overdue })
    .from(resultDestinations)
    .innerJoin(labs, eq(labs.id, resultDestinations.labId))
    .innerJoinLateral(waiting, sql`true`)
    .orderBy(sql`lower(${resultDestinations.name})`)
}

/** Returns the number of unsent deliveries older than their destination allows. */
export async function countOverdueDeliveries(db: Db): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(resultDeliveries)
    .innerJoin(resultDestinations, eq(resultDestinations.id, resultDeliveries.destinationId))
    .where(and(sql`${resultDeliveries.state} in (${literals(unsentStates)})`, isOverdue))
  return row?.count ?? 0
}

/** The destination has an overdue delivery. */
const hasOverdue = sql`exists (select 1 from ${resultDeliveries} where ${resultDeliveries.destinationId} = ${resultDestinations.id}
  and ${resultDeliveries.state} in (${literals(unsentStates)}) and ${isOverdue})`

/** Marks the destinations with overdue deliveries that nobody was told of. Returns their ids. Two callers at once get each once. */
export async function noteOverdueTold(tx: Tx): Promise<string[]> {
  const rows = await tx
    .update(resultDestinations)
    .set({ overdueToldAt: sql`now()` })
    .where(and(isNull(resultDestinations.overdueToldAt), hasOverdue))
    .returning({ id: resultDestinations.id })
  return rows.map(({ id }) => id)
}

/** Forgets that people were told of a destination if it has no overdue delivery any more, so that they hear of the next one. */
export async function endOverdue(tx: Tx): Promise<void> {
  await tx
    .update(resultDestinations)
    .set({ overdueToldAt: null })
    .where(and(isNotNull(resultDestinations.overdueToldAt), not(hasOverdue)))
}

/** Returns a destination with its row locked, or null. */
export async function lockResultDestination(tx: Tx, id: string): Promise<ResultDestinationRow | null> {
  const [row] = await tx.select().from(resultDestinations).where(eq(resultDestinations.id, id)).for('no key update')
  return row ?? null
}

/** Returns a destination, or null. */
export async function findResultDestination(db: Db, id: string): Promise<ResultDestinationRow | null> {
  const [row] = await db.select().from(resultDestinations).where(eq(resultDestinations.id, id))
  return row ?? null
}

type Fields = Omit<ResultDestinationFields, 'labId'>

/** Returns its id. Breaks `result_destinations_name` or the reference to the laboratory. */
export async function insertResultDestination(
  tx: Tx,
  fields: ResultDestinationFields & { sealedSecret: string | null },
): Promise<string> {
  const [row] = await tx.insert(resultDestinations).values(fields).returning({ id: resultDestinations.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

/** Changes a destination, which then tries at once. Breaks `result_destinations_name` as an insert does. */
export async function updateResultDestination(
  tx: Tx,
  id: string,
  fields: Fields & { sealedSecret: string | null },
): Promise<void> {
  await tx
    .update(resultDestinations)
    .set({ ...fields, nextAttemptAt: null, version: sql`${resultDestinations.version} + 1`, updatedAt: sql`now()` })
    .where(eq(resultDestinations.id, id))
}

/** Lets a destination try again at once. */
export async function hurryResultDestination(tx: Tx, id: string): Promise<void> {
  await tx.update(resultDestinations).set({ nextAttemptAt: null }).where(eq(resultDestinations.id, id))
}
