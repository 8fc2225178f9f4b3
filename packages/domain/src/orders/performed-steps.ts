import type { OrderEvent, PerformedStepState } from '@readroom/contracts/orders/orders'
import type { Before } from '@readroom/db/core/locks'
import { lockOrders, type OrderRow } from '@readroom/db/orders/orders'
import {
  insertPerformedStep,
  listOrderIdsOfStep,
  listOrdersOfStep,
  lockPerformedStep,
  updatePerformedStep,
} from '@readroom/db/orders/performed-steps'
import { noteOrderEvent } from '../patients/matching/order-sender.ts'
import { orderIdOf, studyUidOf } from '../patients/matching/order-study-uid.ts'

/** The scanner that performs a step. The laboratory is that of its worklist. */
export type StepScanner = { labId: string; aeTitle: string }

/** A scheduled step that a performed one names. Empty: not named. */
export type ScheduledStep = { studyInstanceUid: string; accessionNumber: string }

/** A step that a scanner reports: N-CREATE of Modality Performed Procedure Step (PS3.4 section F.7.2.1). */
export type BegunStep = {
  sopInstanceUid: string
  state: PerformedStepState
  /** Empty: not named. */
  patientId: string
  scheduled: readonly ScheduledStep[]
}

const events: Record<PerformedStepState, OrderEvent> = {
  inProgress: 'started',
  completed: 'completed',
  discontinued: 'stopped',
}

/** The order is named by its Study Instance UID, or else by its accession number, and its patient is not another one. */
function isOrderOf(order: OrderRow, { patientId, scheduled }: BegunStep): boolean {
  if (patientId !== '' && order.patientIdTexts.length > 0 && !order.patientIdTexts.includes(patientId)) return false
  const byUid = scheduled.some(({ studyInstanceUid }) => studyInstanceUid === studyUidOf(order))
  return byUid || scheduled.some(({ accessionNumber }) => accessionNumber !== '' && accessionNumber === order.accessionNumber)
}

/**
 * Writes that a scanner began a step, and which open orders of its laboratory it performs. A step that names no order is kept, too: the scanner will
 * speak of it again. Returns false if it is known, and writes nothing then.
 */
export async function beginStep(begun: Before<'order'>, { labId, aeTitle }: StepScanner, step: BegunStep): Promise<boolean> {
  const { sopInstanceUid, state } = step
  const named = step.scheduled.map((each) => ({ ...each, orderId: orderIdOf(each.studyInstanceUid) }))
  const found = await listOrdersOfStep(begun, labId, named)
  const [tx, locked] = await lockOrders(
    begun,
    found.map(({ id }) => id),
  )
  const performed = locked.filter((order) => isOrderOf(order, step))
  const orderIds = performed.map(({ id }) => id)
  if (!(await insertPerformedStep(tx, { labId, aeTitle, sopInstanceUid, state, orderIds }))) return false
  const sender = { source: 'scanner', labId, userId: null, name: aeTitle, address: 'scanner' } as const
  for (const orderId of orderIds) await noteOrderEvent(tx, sender, { orderId, event: events[state] })
  return true
}

/** The result of a change of a step: it was made, the step is unknown, or the step has ended. */
export type StepChange = 'done' | 'unknown' | 'ended'

/** Writes how far a step is. Null: as it was. A step that has ended takes no change, not even the same (PS3.4 section F.7.2.2.2). */
export async function changeStep(
  begun: Before<'order'>,
  { labId, aeTitle }: StepScanner,
  { sopInstanceUid, state }: { sopInstanceUid: string; state: PerformedStepState | null },
): Promise<StepChange> {
  const key = { labId, sopInstanceUid }
  const orderIds = await listOrderIdsOfStep(begun, key)
  const [tx, locked] = await lockOrders(begun, orderIds)
  const step = await lockPerformedStep(tx, key)
  if (!step) return 'unknown'
  if (step.state !== 'inProgress') return 'ended'
  if (state === null || state === step.state) return 'done'
  await updatePerformedStep(tx, step.id, state)
  const sender = { source: 'scanner', labId, userId: null, name: aeTitle, address: 'scanner' } as const
  for (const { id } of locked) await noteOrderEvent(tx, sender, { orderId: id, event: events[state] })
  return 'done'
}
