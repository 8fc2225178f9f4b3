import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { orders } from '../orders/orders.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { reports } from './reports.schema.ts'
import { resultDeliveries, resultDestinations } from './results.schema.ts'

/** Returns the facts that a message about a report needs, without the signed text. Null for a test message, or if the report is gone. */
export async function findResultFacts(db: Db, deliveryId: string) {
  const [row] = await db
    .select({
      reportId: reports.id,
      number: reports.version,
      versionId: reports.versionId,
      reportedAt: reports.uploadedAt,
      fileName: reports.fileName,
      contentType: reports.contentType,
      objectKey: reports.objectKey,
      sha256: reports.sha256,
      isWithdrawn: sql<boolean>`${reports.withdrawnAt} is not null`,
      uploaded: reports.subject,
      labIdentifier: labs.identifier,
      study: {
        id: studies.id,
        studyInstanceUid: studies.studyInstanceUid,
        accessionNumber: studies.accessionNumber,
        description: studies.description,
        modalities: studies.modalities,
        studyDate: studies.studyDate,
        studyTime: studies.studyTime,
        patientId: studies.patientId,
        patientName: studies.patientName,
        patientPn: studies.patientPn,
        referringPhysician: studies.referringPhysician,
        referringPn: sql<string | null>`coalesce(${studies.correctedReferringPhysician}, ${studies.dicomReferringPhysician})`,
        patientBirthDate: studies.patientBirthDate,
        patientSex: studies.patientSex,
      },
    })
    .from(resultDeliveries)
    .innerJoin(reports, eq(reports.id, resultDeliveries.reportId))
    .innerJoin(studies, eq(studies.id, resultDeliveries.studyId))
    // Not by the study: it may have no laboratory at this moment, which only delays the message.
    .innerJoin(resultDestinations, eq(resultDestinations.id, resultDeliveries.destinationId))
    .innerJoin(labs, eq(labs.id, resultDestinations.labId))
    .where(eq(resultDeliveries.id, deliveryId))
  return row ?? null
}
export type ResultFacts = NonNullable<Awaited<ReturnType<typeof findResultFacts>>>

/**
 * The orders that a study's results name, with their place among them, the first at 1: those of the study's own laboratory. One that was cancelled or
 * discontinued counts only if there is no other: its sender may have replaced it.
 */
export const ordersOfResult = (studyId: SQL): SQL => sql`(
  select counted.id as order_id, counted.place from (
    select o.id, o.state in ('cancelled', 'discontinued') as is_closed, bool_and(o.state in ('cancelled', 'discontinued')) over () as are_closed,
      row_number() over (order by o.state in ('cancelled', 'discontinued'), m.matched_at, o.id) as place
    from order_matches m join orders o on o.id = m.order_id join studies s on s.id = m.study_id and s.lab_id = o.lab_id
    where m.study_id = ${studyId} and m.ended_at is null) counted
  where not counted.is_closed or (counted.are_closed and counted.place = 1))`

const orderColumns = {
  id: orders.id,
  placerNumber: orders.placerNumber,
  placerAuthority: orders.placerAuthority,
  fillerNumber: orders.fillerNumber,
  fillerAuthority: orders.fillerAuthority,
  accessionNumber: orders.accessionNumber,
  studyInstanceUid: orders.studyInstanceUid,
  procedureId: orders.procedureId,
  procedureCode: orders.procedureCode,
  procedureCodingSystem: orders.procedureCodingSystem,
  procedureDescription: orders.procedureDescription,
  orderingPhysician: orders.orderingPhysician,
  orderingPhysicianNumber: orders.orderingPhysicianNumber,
  visit: orders.visit,
  patientIds: orders.patientIds,
  patientName: orders.patientName,
  patientBirthDate: orders.patientBirthDate,
  patientSex: orders.patientSex,
}

/** Returns the orders that the results of a study name, the first matched before the others. */
export async function listOrdersOfResult(db: Db, studyId: string) {
  const counted = sql`${ordersOfResult(sql`${studyId}::uuid`)} counted`
  return db.select(orderColumns).from(orders).innerJoin(counted, sql`counted.order_id = ${orders.id}`).orderBy(sql`counted.place`)
}
export type OrderOfResult = Awaited<ReturnType<typeof listOrdersOfResult>>[number]

/**
 * Returns the orders that a delivery names: its own, or all of its study if it has none and no other message tells its destination of this report for an
 * order.
 */
export async function listOrdersOfDelivery(
  db: Db,
  { destinationId, studyId, reportId, ofOrderId }: ResultDelivery,
): Promise<OrderOfResult[]> {
  if (ofOrderId !== null) return db.select(orderColumns).from(orders).where(eq(orders.id, ofOrderId))
  if (studyId === null) return []
  const others = await db.$count(
    resultDeliveries,
    and(
      eq(resultDeliveries.destinationId, destinationId),
      eq(resultDeliveries.studyId, studyId),
      eq(resultDeliveries.reportId, reportId ?? sql`null`),
      isNotNull(resultDeliveries.ofOrderId),
    ),
  )
  return others > 0 ? [] : listOrdersOfResult(db, studyId)
}
type ResultDelivery = Pick<typeof resultDeliveries.$inferSelect, 'id' | 'destinationId' | 'studyId' | 'reportId' | 'ofOrderId'>

/**
 * Returns the filler number of a result at its destination: the one that it was sent with before, else `number`, or with a suffix if the result of another
 * study or order has it. A destination has one sender, so that nobody else chooses at the same moment.
 */
export async function chooseFillerNumber(
  db: Db,
  { destinationId, studyId, ofOrderId }: ResultDelivery,
  number: string,
): Promise<string> {
  const isOwn = sql<boolean>`(${resultDeliveries.studyId} = ${studyId}::uuid and ${resultDeliveries.ofOrderId} is not distinct from ${ofOrderId}::uuid)`
  const taken = await db
    .selectDistinct({ number: sql<string>`${resultDeliveries.fillerNumber}`, isOwn })
    .from(resultDeliveries)
    .where(
      and(
        eq(resultDeliveries.destinationId, destinationId),
        inArray(
          resultDeliveries.fillerNumber,
          Array.from({ length: MOST_ALIKE }, (_, at) => withSuffix(number, at)),
        ),
      ),
    )
  const own = taken.find((each) => each.isOwn)
  if (own) return own.number
  const free = Array.from({ length: MOST_ALIKE }, (_, at) => withSuffix(number, at))
  return free.find((candidate) => taken.every((each) => each.number !== candidate)) ?? `${number}.${studyId}`
}

/** The most results of one destination that share a number before they are told apart by their study's id. */
const MOST_ALIKE = 100
const withSuffix = (number: string, at: number) => (at === 0 ? number : `${number}.${at + 1}`)
