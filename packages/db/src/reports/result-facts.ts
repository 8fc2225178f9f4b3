import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { labs } from '../access/accounts.schema.ts'
import type { Db } from '../core/client.ts'
import { orderMatches, orders } from '../orders/orders.schema.ts'
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
 * Returns the order that a study was matched to first, of the study's own laboratory. One that was cancelled or discontinued counts only if there is no
 * other: its sender may have replaced it. Null if there is none.
 */
export async function findOrderOfResult(db: Db, studyId: string) {
  const [row] = await db
    .select({
      placerNumber: orders.placerNumber,
      placerAuthority: orders.placerAuthority,
      fillerNumber: orders.fillerNumber,
      fillerAuthority: orders.fillerAuthority,
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
    })
    .from(orderMatches)
    .innerJoin(orders, eq(orders.id, orderMatches.orderId))
    .innerJoin(studies, and(eq(studies.id, orderMatches.studyId), eq(studies.labId, orders.labId)))
    .where(and(eq(orderMatches.studyId, studyId), isNull(orderMatches.endedAt)))
    .orderBy(inArray(orders.state, ['cancelled', 'discontinued']), asc(orderMatches.matchedAt), asc(orders.id))
    .limit(1)
  return row ?? null
}
export type OrderOfResult = NonNullable<Awaited<ReturnType<typeof findOrderOfResult>>>
