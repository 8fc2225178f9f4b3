import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../core/client.ts'
import { orders } from '../orders/orders.schema.ts'
import { patientMerges, patients } from '../patients/patients.schema.ts'
import { studies } from '../studies/studies.schema.ts'

/** Returns the facts of a study for a message. Null if the study is gone. */
export async function findStudyFacts(db: Db, studyId: string) {
  const [row] = await db
    .select({
      studyInstanceUid: studies.studyInstanceUid,
      accessionNumber: studies.accessionNumber,
      modalities: studies.modalities,
      patient: {
        id: studies.patientId,
        name: studies.patientName,
        birthDate: studies.patientBirthDate,
        sex: studies.patientSex,
      },
    })
    .from(studies)
    .where(eq(studies.id, studyId))
  return row ?? null
}

/** Returns the facts of an order for a message, without its state. Null if the order is gone. */
export async function findOrderFacts(db: Db, orderId: string) {
  const [row] = await db
    .select({
      placerNumber: orders.placerNumber,
      fillerNumber: orders.fillerNumber,
      accessionNumber: orders.accessionNumber,
      patientIds: orders.patientIds,
      patientName: orders.patientName,
      patientBirthDate: orders.patientBirthDate,
      patientSex: orders.patientSex,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
  return row ?? null
}

const merged = alias(patients, 'merged')

/** Returns the patient IDs of a merge. Null if it is gone. */
export async function findMergeFacts(db: Db, mergeId: string) {
  const [row] = await db
    .select({ id: patients.patientId, formerId: merged.patientId })
    .from(patientMerges)
    .innerJoin(patients, eq(patients.id, patientMerges.intoRowId))
    .innerJoin(merged, eq(merged.id, patientMerges.fromRowId))
    .where(eq(patientMerges.id, mergeId))
  return row ?? null
}
