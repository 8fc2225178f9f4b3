import type { ServiceRequest } from '@medplum/fhirtypes'
import { rowName } from '@readroom/contracts/core/person-names'
import type { Priority } from '@readroom/contracts/core/primitives'
import type { ServiceRequestStatus } from '@readroom/contracts/fhir/fhir-resources'
import { type ShownOrderState, shownOrderStates } from '@readroom/contracts/orders/orders'
import { type FhirMatch, type FhirOrder, listFhirMatches, listFhirOrders, type OrderNumber } from '@readroom/db/fhir/fhir-orders'
import { shownStateOf } from '@readroom/domain/orders/shown-state'
import {
  accessionIdentifier,
  dicomCodes,
  fillerIdentifier,
  type LabSystems,
  patientIdentifier,
  placerIdentifier,
  referenceTo,
  systemsOf,
  unlessBlank,
  unlessEmpty,
} from './fhir-codes.ts'
import { isOfSystem, type SearchToken, valuesOf } from './search/search-token.ts'
import { positionIn, type Searcher } from './search/searcher.ts'

const statuses: Record<ShownOrderState, ServiceRequestStatus> = {
  ordered: 'active',
  scheduled: 'active',
  held: 'on-hold',
  inProgress: 'active',
  acquired: 'active',
  performed: 'active',
  reported: 'completed',
  ended: 'revoked',
  cancelled: 'revoked',
  discontinued: 'revoked',
}

const priorities: Record<Priority, NonNullable<ServiceRequest['priority']>> = {
  NORMAL: 'routine',
  HIGH: 'urgent',
  URGENT: 'urgent',
  STAT: 'stat',
  EMERGENCY: 'stat',
}

/** Returns the person of the order's studies. Without images nobody is known but by the numbers of the order. */
function subjectOf({ order }: FhirOrder, matches: readonly FhirMatch[], systems: LabSystems): ServiceRequest['subject'] {
  const [match] = matches
  if (match) return referenceTo('Patient', match.patientRowId)
  const [identifier] = patientIdentifier(systems, order.patientIds[0]?.id ?? null)
  const name = rowName(order.patientName) ?? ''
  return {
    type: 'Patient',
    ...(identifier && { identifier }),
    display: name === '' ? 'Unknown patient' : name,
  }
}

function toServiceRequest(row: FhirOrder, matches: readonly FhirMatch[], systems: LabSystems): ServiceRequest & { id: string } {
  const { order, step } = row
  const state = shownStateOf(
    order,
    matches.map(({ status }) => status),
    step,
  )
  const description = order.procedureDescription ?? order.procedureCode ?? order.modality ?? 'Imaging'
  const orderer = rowName(order.orderingPhysician) ?? ''
  return {
    resourceType: 'ServiceRequest',
    id: order.id,
    meta: { versionId: String(order.version), lastUpdated: row.changedAt.toISOString() },
    ...unlessEmpty('identifier', [
      ...placerIdentifier(systems, order.placerNumber),
      ...fillerIdentifier(systems, order.fillerNumber),
      ...accessionIdentifier(systems, order.accessionNumber),
    ]),
    status: statuses[state],
    intent: 'order',
    category: [{ coding: [{ system: 'http://snomed.info/sct', code: '363679005', display: 'Imaging' }] }],
    ...(order.priority && { priority: priorities[order.priority] }),
    code: { text: description },
    ...(order.modality && { orderDetail: [{ coding: [{ system: dicomCodes, code: order.modality }] }] }),
    subject: subjectOf(row, matches, systems),
    ...(order.scheduledAt && { occurrenceDateTime: order.scheduledAt.toISOString() }),
    authoredOn: order.createdAt.toISOString(),
    ...(orderer !== '' && { requester: { display: orderer } }),
    ...unlessEmpty('reasonCode', order.indication?.trim() ? [unlessBlank('text', order.indication)] : []),
  }
}

/** Returns the kinds of number that a token may mean. */
function numbersOf(token: SearchToken, systems: LabSystems): OrderNumber[] {
  const kinds = { placerNumber: systems.placer, fillerNumber: systems.filler, accessionNumber: systems.accession }
  const names: OrderNumber[] = ['placerNumber', 'fillerNumber', 'accessionNumber']
  return names.filter((name) => isOfSystem(token, kinds[name]))
}

/** Finds orders of the laboratory. */
export const searchServiceRequests: Searcher = async ({ db, labId, base }, search) => {
  const { identifiers, patient, patientIdentifiers, statuses: asked, ...page } = search
  const systems = systemsOf(base, labId)
  const numbers = identifiers?.flatMap((token) => numbersOf(token, systems).map((of) => ({ of, value: token.value })))
  const patientIds = valuesOf(patientIdentifiers, systems.patient)
  const states = asked && shownOrderStates.filter((state) => asked.includes(statuses[state]))
  const rows = await listFhirOrders(db, { ...page, labId, numbers, patientRowId: patient, patientIds, states })
  const matches = await listFhirMatches(db, labId, { orderIds: rows.map(({ order }) => order.id) })
  return rows.map((row) => ({
    resource: toServiceRequest(
      row,
      matches.filter(({ orderId }) => orderId === row.order.id),
      systems,
    ),
    position: positionIn(search, { id: row.order.id, arrivedAt: row.order.createdAt, changedAt: row.changedAt }),
  }))
}
