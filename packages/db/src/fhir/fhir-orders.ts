import type { ShownOrderState } from '@readroom/contracts/orders/orders'
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { inState } from '../orders/order-lists.ts'
import { hasStudy, isCurrentMatch } from '../orders/order-matches.ts'
import { ownPatientIdIn } from '../orders/ordered-patients.ts'
import { orderMatches, orders } from '../orders/orders.schema.ts'
import { visibleOrders } from '../orders/orders.ts'
import { stepOfOrder } from '../orders/performed-steps.ts'
import { showsOneOf } from '../patients/patient-studies.ts'
import { studies } from '../studies/studies.schema.ts'
import { fhirOrderChanges } from './fhir-changes.schema.ts'
import { type FhirPage, newestFirst, oldestChangeFirst, onChangedPage, onPage, staffOf, studiesOfLab } from './fhir-page.ts'

/** The numbers of an order by which clients look for it. */
export type OrderNumber = 'placerNumber' | 'fillerNumber' | 'accessionNumber'

type OrderPage = FhirPage & {
  /** One of them is the order's. */
  numbers?: readonly { of: OrderNumber; value: string }[] | undefined
  /** The order has a study of this person. */
  patientRowId?: string | undefined
  /** One of them is that of the order's studies or, before there are any, of the order. */
  patientIds?: readonly string[] | undefined
  /** The order is in one of them. */
  states?: readonly ShownOrderState[] | undefined
}

/** True for the orders with a current match to a study for which the condition is true. */
const hasStudyOf = (labId: string, condition: SQL | undefined): SQL =>
  sql`exists (select 1 from ${orderMatches} join ${studies} on ${studies.id} = ${orderMatches.studyId}
    where ${and(eq(orderMatches.orderId, orders.id), isCurrentMatch, studiesOfLab(labId), condition)})`

const ofPatientIds = (labId: string, patientIds: readonly string[]): SQL | undefined =>
  or(hasStudyOf(labId, showsOneOf(patientIds)), and(ownPatientIdIn(patientIds), sql`not ${hasStudy}`))

const change = { labId: fhirOrderChanges.labId, at: fhirOrderChanges.changedAt, id: fhirOrderChanges.orderId }

/** Returns a page of the laboratory's orders, with the time at which each last changed. */
export async function listFhirOrders(db: Db, page: OrderPage) {
  const { labId, numbers, patientRowId, patientIds, states, limit, changed } = page
  const isNamed = numbers && (or(...numbers.map(({ of, value }) => eq(orders[of], value))) ?? sql`false`)
  return db
    .select({
      order: orders,
      step: stepOfOrder,
      changedAt: sql`coalesce(${change.at}, ${orders.updatedAt})`.mapWith(orders.updatedAt),
    })
    .from(orders)
    .leftJoin(fhirOrderChanges, eq(fhirOrderChanges.orderId, orders.id))
    .where(
      and(
        visibleOrders(staffOf(labId)),
        changed ? onChangedPage(change, page) : onPage(orders.id, page),
        isNamed,
        patientRowId === undefined ? undefined : hasStudyOf(labId, eq(studies.patientRowId, patientRowId)),
        patientIds && ofPatientIds(labId, patientIds),
        states && (or(...states.map((state) => inState[state])) ?? sql`false`),
      ),
    )
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
