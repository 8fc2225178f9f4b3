import type { UnknownField } from '@readroom/contracts/orders/hl7'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { hl7Connections, hl7UnknownValues } from './hl7.schema.ts'

type Unknown = { field: UnknownField; value: string }

/** A connection whose values are free texts has no more of them. */
const MAX_VALUES = 500

/** Counts values that a connection does not know. Each is counted once for a message. */
export async function countUnknownValues(tx: Tx, connectionId: string, values: readonly Unknown[]): Promise<void> {
  const { field, value, count } = hl7UnknownValues
  for (const unknown of values) {
    const known = await tx
      .update(hl7UnknownValues)
      .set({ count: sql`${count} + 1`, lastAt: sql`now()` })
      .where(and(eq(hl7UnknownValues.connectionId, connectionId), eq(field, unknown.field), eq(value, unknown.value)))
    if (known.rowCount !== 0) continue
    if ((await tx.$count(hl7UnknownValues, eq(hl7UnknownValues.connectionId, connectionId))) >= MAX_VALUES) continue
    await tx.insert(hl7UnknownValues).values({ connectionId, ...unknown })
  }
}

/** Returns the values that connections do not know, the most frequent first. */
export async function listUnknownValues(db: Db) {
  return db
    .select()
    .from(hl7UnknownValues)
    .orderBy(desc(hl7UnknownValues.count), asc(hl7UnknownValues.field), asc(hl7UnknownValues.value))
}

/** Returns the number of words for priorities that connections do not know. Their orders raise no study. */
export const countUnknownPriorities = (db: Db): Promise<number> =>
  db.$count(hl7UnknownValues, eq(hl7UnknownValues.field, 'priority'))

/** Forgets values of a field that a table explains now, without regard to case. */
export async function forgetUnknownValues(
  tx: Tx,
  connectionId: string,
  field: UnknownField,
  words: readonly string[],
): Promise<void> {
  if (words.length === 0) return
  const { value } = hl7UnknownValues
  await tx.delete(hl7UnknownValues).where(
    and(
      eq(hl7UnknownValues.connectionId, connectionId),
      eq(hl7UnknownValues.field, field),
      inArray(
        sql`upper(${value})`,
        words.map((word) => word.toUpperCase()),
      ),
    ),
  )
}

/** Removes values that came last before their connection's days. */
export async function removeOldUnknownValues(db: Db): Promise<void> {
  await db.execute(sql`delete from ${hl7UnknownValues} using ${hl7Connections} where ${hl7Connections.id} = ${hl7UnknownValues.connectionId}
    and ${hl7UnknownValues.lastAt} < now() - ${hl7Connections.keepDays} * interval '1 day'`)
}
