import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { isCurrentMatch } from '../orders/order-matches.ts'
import { orderMatches, orders } from '../orders/orders.schema.ts'
import { visibleOrders } from '../orders/orders.ts'
import { stepOfOrder } from '../orders/performed-steps.ts'
import { studies } from '../studies/studies.schema.ts'
import { fhirOrderChanges } from './fhir-changes.schema.ts'
import { type FhirPage, newestFirst, oldestChangeFirst, onChangedPage, onPage, staffOf, studiesOfLab } from './fhir-page.ts'

/** The numbers of an order by which clients look for it. */
export type OrderNumber = 'placerNumber' | 'fillerNumber' | 'accessionNumber'

/** `numbers`: one of them is the order's. */
type OrderPage = FhirPage & { numbers?: readonly { of: OrderNumber; value: string }[] | undefined }

const change = { labId: fhirOrderChanges.labId, at: fhirOrderChanges.changedAt, id: fhirOrderChanges.orderId }

/** Returns a page of the laboratory's orders, with the time at which each last changed. */
export async function listFhirOrders(db: Db, page: OrderPage) {
  const { labId, numbers, limit, changed } = page
  const isNamed = numbers && (or(...numbers.map(({ of, value }) => eq(orders[of], value))) ?? sql`false`)
  return db
    .select({
      order: orders,
      step: stepOfOrder,
      changedAt: sql`coalesce(${change.at}, ${orders.updatedAt})`.mapWith(orders.updatedAt),
    })
    .from(orders)
    .leftJoin(fhirOrderChanges, eq(fhirOrderChanges.orderId, orders.id))
    .where(and(visibleOrders(staffOf(labId)), changed ? onChangedPage(change, page) : onPage(orders.id, page), isNamed))
    .orderBy(...(changed ? oldestChangeFirst(change) : [newestFirst(orders.id)]))
    .limit(limit)
}
export type FhirOrder = Awaited<ReturnType<typeof listFhirOrders>>[number]

/** Returns the current matches between orders and studies of the laboratory, for these orders or these studies. */
export async function listFhirMatches(
  db: Db,
  labId: string,
  of: { orderIds: readonly string[] } | { studyIds: readonly string[] },
) {
  const isOf =
    'orderIds' in of ? inArray(orderMatches.orderId, [...of.orderIds]) : inArray(orderMatches.studyId, [...of.studyIds])
  return db
    .select({ orderId: orders.id, studyId: studies.id, status: studies.status, patientRowId: studies.patientRowId })
    .from(orderMatches)
    .innerJoin(orders, eq(orders.id, orderMatches.orderId))
    .innerJoin(studies, eq(studies.id, orderMatches.studyId))
    .where(and(isOf, isCurrentMatch, visibleOrders(staffOf(labId)), studiesOfLab(labId)))
    .orderBy(asc(orderMatches.matchedAt), asc(orders.id), asc(studies.id))
}
export type FhirMatch = Awaited<ReturnType<typeof listFhirMatches>>[number]
