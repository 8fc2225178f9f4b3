import { rowName } from '@readroom/contracts/core/person-names'
import type { WebhookDestination } from '@readroom/contracts/reports/results'
import type { Db } from '@readroom/db/core/client'
import { findMergeFacts, findOrderFacts, findStudyFacts } from '@readroom/db/reports/event-facts'
import type { ResultDeliveryRow } from '@readroom/db/reports/result-deliveries'
import { listOrdersOfResult } from '@readroom/db/reports/result-facts'
import { Unwritable } from './result-report.ts'
import { ordersAsJson } from './webhook-content.ts'

/** The `type` of each notice that is not about a report. */
const types: Partial<Record<ResultDeliveryRow['kind'], string>> = {
  study_received: 'study.received',
  study_archived: 'study.archived',
  study_images_missing: 'study.images_missing',
  study_images_returned: 'study.images_returned',
  order_created: 'order.created',
  order_changed: 'order.changed',
  patient_merged: 'patient.merged',
  patient_unmerged: 'patient.unmerged',
}

const gone = () => new Unwritable('The study, order or merge is not there.')

async function aboutStudy(db: Db, studyId: string, { withPatient }: WebhookDestination) {
  const facts = await findStudyFacts(db, studyId)
  if (!facts) throw gone()
  const { patient, ...study } = facts
  return {
    study,
    ...ordersAsJson(await listOrdersOfResult(db, studyId)),
    ...(withPatient && { patient }),
  }
}

/** The state is that of the event: the order may have another one now, of which a later message tells. */
async function aboutOrder(db: Db, { orderId, orderState }: ResultDeliveryRow, { withPatient }: WebhookDestination) {
  const facts = orderId === null ? null : await findOrderFacts(db, orderId)
  if (!facts) throw gone()
  const { placerNumber, fillerNumber, accessionNumber, patientIds, patientName, patientBirthDate, patientSex } = facts
  const patient = { id: patientIds[0]?.id ?? null, name: rowName(patientName), birthDate: patientBirthDate, sex: patientSex }
  return { order: { placerNumber, fillerNumber, accessionNumber, state: orderState }, ...(withPatient && { patient }) }
}

async function aboutMerge(db: Db, mergeId: string, { withPatient }: WebhookDestination) {
  const patient = await findMergeFacts(db, mergeId)
  if (!patient) throw gone()
  return { merge: { id: mergeId }, ...(withPatient && { patient }) }
}

/** Returns a notice of a study, an order or a merge as JSON. It has no patient unless that is asked for. Throws `Unwritable` if its subject is gone. */
export async function writeWebhookEvent(db: Db, delivery: ResultDeliveryRow, settings: WebhookDestination): Promise<Buffer> {
  const { id, kind, createdAt, studyId, mergeId } = delivery
  const subject = async () => {
    if (studyId !== null) return aboutStudy(db, studyId, settings)
    return mergeId === null ? aboutOrder(db, delivery, settings) : aboutMerge(db, mergeId, settings)
  }
  const notice = { id, type: types[kind], createdAt: createdAt.toISOString(), ...(await subject()) }
  return Buffer.from(JSON.stringify(notice), 'utf8')
}
