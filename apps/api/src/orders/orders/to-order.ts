import type { Order, OrderDetails, OrderStudy, StudyOrder } from '@readroom/contracts/orders/order-endpoints'
import type { OrderDifference } from '@readroom/contracts/orders/orders'
import type { ListedOrder } from '@readroom/db/orders/order-lists'
import type { listOrderEvents, OrderRow } from '@readroom/db/orders/orders'
import type { StudyRow } from '@readroom/db/studies/studies'
import { shownStateOf } from '@readroom/domain/orders/shown-state'
import { differencesOf, hasOtherModality } from '@readroom/domain/patients/matching/order-matching'

type Shown = Pick<
  StudyRow,
  | ('status' | 'patientId' | 'patientName' | 'patientBirthDate' | 'patientSex')
  | ('accessionNumber' | 'description' | 'modalities' | 'studyDate' | 'receivedAt')
>

/** Converts a study to the form that is shown beside orders. */
export function toOrderStudy(studyId: string, study: Shown): OrderStudy {
  return {
    studyId,
    status: study.status,
    patientId: study.patientId,
    patientName: study.patientName,
    birthDate: study.patientBirthDate,
    sex: study.patientSex,
    accessionNumber: study.accessionNumber,
    description: study.description,
    modality: study.modalities.length > 0 ? study.modalities.join(', ') : null,
    studyDate: study.studyDate,
    receivedAt: study.receivedAt.toISOString(),
  }
}

/** Returns the parts of the patient, and the modality, in which an order and a study of its laboratory disagree. */
export const differencesTo = (order: OrderRow, study: Shown & { formerPatientIds: readonly string[] }): OrderDifference[] => [
  ...differencesOf(order, { ...study, labId: order.labId, labConflictAt: null, studyInstanceUid: '', requestKeys: [] }),
  ...(hasOtherModality(order, study) ? (['modality'] as const) : []),
]

const procedureOf = (order: OrderRow) => ({
  id: order.procedureId,
  code: order.procedureCode,
  codingSystem: order.procedureCodingSystem,
  description: order.procedureDescription,
})

/** Converts a row of the list of orders. */
export function toOrder({ order, labName, step, studies }: ListedOrder): Order {
  const statuses = studies.map(({ status }) => status)
  return {
    _id: order.id,
    number: order.placerNumber,
    authority: order.placerAuthority === '' ? null : order.placerAuthority,
    filler: order.fillerNumber === null ? null : { number: order.fillerNumber, authority: order.fillerAuthority },
    source: order.source,
    ownState: order.state,
    state: shownStateOf(order, statuses, step),
    labId: order.labId,
    labName,
    accessionNumber: order.accessionNumber,
    studyInstanceUid: order.studyInstanceUid,
    procedure: procedureOf(order),
    modality: order.modality,
    priority: order.priority,
    indication: order.indication,
    orderingPhysician: order.orderingPhysician,
    copiesTo: order.copiesTo,
    scheduledAt: order.scheduledAt?.toISOString() ?? null,
    station: order.station,
    aeTitle: order.aeTitle,
    unknownValues: order.unknownValues,
    patient: {
      ids: order.patientIds,
      name: order.patientName,
      birthDate: order.patientBirthDate,
      sex: order.patientSex,
    },
    receivedAt: order.createdAt.toISOString(),
    version: order.version,
    studies: studies.map(({ studyId, reason, ...study }) => ({
      ...toOrderStudy(studyId, study),
      reason,
      differences: differencesTo(order, study),
    })),
  }
}

type EventRow = Awaited<ReturnType<typeof listOrderEvents>>[number]

/** Converts an order with its history. */
export function toOrderDetails(listed: ListedOrder, events: EventRow[]): OrderDetails {
  return {
    ...toOrder(listed),
    reportedStatus: listed.order.reportedStatus,
    history: events.map(({ event, at, source, actorName, sender, reason, changes }) => ({
      event,
      at: at.toISOString(),
      source,
      by: actorName ?? sender,
      reason: reason === '' ? null : reason,
      changes,
    })),
  }
}

/** Converts an order of a study to what its readers are told. */
export function toStudyOrder(order: OrderRow, study: Pick<StudyRow, 'status'>): StudyOrder {
  return {
    _id: order.id,
    number: order.placerNumber,
    state: shownStateOf(order, [study.status], null),
    source: order.source,
    procedure: procedureOf(order),
    priority: order.priority,
    indication: order.indication,
    orderingPhysician: order.orderingPhysician,
    copiesTo: order.copiesTo,
    scheduledAt: order.scheduledAt?.toISOString() ?? null,
  }
}
