import { openOrderStates } from '@readroom/contracts/orders/orders'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { hasStudy } from './order-matches.ts'
import { orders } from './orders.schema.ts'

type OfPatient = { labId: string; patientIds: readonly string[] }

/** True for the orders whose own patient ID is one of these; IDs of before a merge do not count. */
export const ownPatientIdIn = (patientIds: readonly string[]): SQL | undefined =>
  and(
    sql`${orders.patientIdTexts} && ${sql.param([...patientIds])}::text[]`,
    inArray(sql`${orders.patientIdTexts}[1]`, [...patientIds]),
  )

/** Returns the open orders of a laboratory whose own patient ID is one of these, each with whether it has images. */
export async function listOrdersOfPatient(
  db: Db,
  { labId, patientIds }: OfPatient,
): Promise<{ id: string; hasImages: boolean }[]> {
  return db
    .select({ id: orders.id, hasImages: sql<boolean>`${hasStudy}` })
    .from(orders)
    .where(and(eq(orders.labId, labId), inArray(orders.state, [...openOrderStates]), ownPatientIdIn(patientIds)))
    .orderBy(asc(orders.id))
}
