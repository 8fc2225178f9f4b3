import { openOrderStates } from '@readroom/contracts/orders/orders'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { hasStudy } from './order-matches.ts'
import { orders } from './orders.schema.ts'

type OfPatient = { labId: string; patientIds: readonly string[] }

/** Returns the open orders of a laboratory whose own patient ID is one of these, each with whether it has images. */
export async function listOrdersOfPatient(
  db: Db,
  { labId, patientIds }: OfPatient,
): Promise<{ id: string; hasImages: boolean }[]> {
  return db
    .select({ id: orders.id, hasImages: sql<boolean>`${hasStudy}` })
    .from(orders)
    .where(
      and(
        eq(orders.labId, labId),
        inArray(orders.state, [...openOrderStates]),
        sql`${orders.patientIdTexts} && ${sql.param([...patientIds])}::text[]`,
        inArray(sql`${orders.patientIdTexts}[1]`, [...patientIds]),
      ),
    )
    .orderBy(asc(orders.id))
}
