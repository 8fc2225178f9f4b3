import { AppError } from '@readroom/contracts/core/errors'
import { type OrderCommand, type OrderReceipt, orderStateLabels } from '@readroom/contracts/orders/orders'
import { requestKey } from '@readroom/contracts/orders/request-keys'
import { isReported } from '@readroom/contracts/studies/study-workflow'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { listMatchesOfOrder, lookUpOrderKeys } from '@readroom/db/orders/order-matches'
import {
  findOrderByKey,
  insertOrder,
  lockNoOrder,
  lockOrderByKey,
  type OrderKey,
  type OrderRow,
  type OrderValues,
  updateOrder,
} from '@readroom/db/orders/orders'
import { lockStudies, type StudyRow } from '@readroom/db/studies/studies'
import { emitChanged } from '../core/outbox.ts'
import { endFalseMatches, matchOrder, raiseAsOrdered } from '../patients/matching/order-matches.ts'
import { isOtherPatient } from '../patients/matching/order-matching.ts'
import { noteOrderEvent, type OrderSender } from '../patients/matching/order-sender.ts'
import { studyUidOf } from '../patients/matching/order-study-uid.ts'
import { changesOf, isSameOrder, unknownAfter, valuesOf } from './order-fields.ts'
import { controlOfReport, effects, refusals, type StateControl } from './order-states.ts'
import { shownStateOf } from './shown-state.ts'

type OrderTx = Tx<'study' | 'order'>

/** A command about an order that is there, with the studies that the transaction has locked. */
type Case = { tx: OrderTx; sender: OrderSender; command: OrderCommand; order: OrderRow; studies: readonly StudyRow[] }

const receipt = ({ id, version }: OrderRow, isChanged: boolean): OrderReceipt => ({ orderId: id, isChanged, version })

/** Returns the order's studies. Throws CONFLICT if it got one since they were locked. */
async function studiesOf({ tx, order, studies }: Case): Promise<StudyRow[]> {
  const current = (await listMatchesOfOrder(tx, order.id)).filter(({ isCurrent }) => isCurrent)
  const own = studies.filter(({ id }) => current.some(({ studyId }) => studyId === id))
  if (own.length < current.length) throw new AppError('CONFLICT')
  return own
}

/** Throws the reason for which the order's state refuses a command. One final report of several studies is enough. */
function checkState(order: OrderRow, own: readonly StudyRow[], control: keyof typeof refusals): void {
  const isFinal = own.some(({ status }) => isReported(status) || status === 'archived')
  const shown = shownStateOf(
    order,
    own.map(({ status }) => status),
    // Scanners forbid nothing.
    null,
  )
  const refusal = refusals[control][isFinal && shown === 'performed' ? 'reported' : shown]
  if (refusal) throw new AppError(refusal, { state: orderStateLabels[shown].toLowerCase() })
}

/** The studies' rows show the order, or have its indication. */
async function tellStudies(tx: OrderTx, own: readonly StudyRow[]): Promise<void> {
  for (const { id } of own) await emitChanged(tx, id)
}

async function changeFields(given: Case): Promise<OrderReceipt> {
  const { tx, sender, command, order, studies } = given
  const said = valuesOf(command)
  const values = { ...said, unknownValues: unknownAfter(order.unknownValues, said, command.unknownValues) }
  const changes = changesOf(order, values)
  if (changes.length === 0) return receipt(order, false)
  const own = await studiesOf(given)
  checkState(order, own, 'change')
  // One that had ended begins again with its new time.
  const isPlannedAnew = order.state === 'ended' && changes.some(({ field }) => field === 'scheduledAt')
  const changed = await updateOrder(tx, order.id, isPlannedAnew ? { ...values, state: 'ordered' } : values)
  await noteOrderEvent(tx, sender, { orderId: order.id, event: 'changed', reason: command.reason, changes })
  const kept = await endFalseMatches(tx, sender, { order: changed, studies: own })
  for (const study of kept) await raiseAsOrdered(tx, study, changed, sender.userId)
  await tellStudies(tx, kept)
  await matchOrder(tx, sender, { order: changed, studies })
  return receipt(changed, true)
}

async function changeState(given: Case, control: StateControl): Promise<OrderReceipt> {
  const { tx, sender, command, order } = given
  const { state, event } = effects[control]
  if (order.state === state) return receipt(order, false)
  const own = await studiesOf(given)
  checkState(order, own, control)
  const changed = await updateOrder(tx, order.id, { state })
  await noteOrderEvent(tx, sender, { orderId: order.id, event, reason: command.reason })
  await tellStudies(tx, own)
  return receipt(changed, true)
}

/** Notes a sender's own status, and does what it means. Throws BAD_REQUEST without one. */
async function noteStatus(given: Case): Promise<OrderReceipt> {
  const { tx, sender, command, order } = given
  const { status } = command
  if (status === undefined) throw new AppError('BAD_REQUEST')
  const control = controlOfReport[status]
  if (control !== null) return changeState(given, control)
  const before = order.reportedStatus
  if (before === status) return receipt(order, false)
  checkState(order, await studiesOf(given), 'note')
  const changed = await updateOrder(tx, order.id, { reportedStatus: status })
  const changes = [{ field: 'reportedStatus', before, after: status }]
  await noteOrderEvent(tx, sender, { orderId: order.id, event: 'status', reason: command.reason, changes })
  return receipt(changed, true)
}

/** Throws ORDER_EXISTS if the laboratory has another order with the number. The same order again is no fault. */
function repeatOrder(order: OrderRow, values: OrderValues): OrderReceipt {
  if (!isSameOrder(order, values)) throw new AppError('ORDER_EXISTS')
  return receipt(order, false)
}

/** A new order that is there already. Its number may have been given to somebody else: nobody's order becomes another patient's. */
async function takeAgain(given: Case): Promise<OrderReceipt> {
  const { sender, command, order } = given
  const values = valuesOf(command)
  if (!sender.isUpsert || isOtherPatient(order, command.patient)) return repeatOrder(order, values)
  return changeFields(given)
}

function actOn(given: Case): Promise<OrderReceipt> {
  const { control } = given.command
  if (control === 'change') return changeFields(given)
  if (control === 'status') return noteStatus(given)
  if (control === 'new') return takeAgain(given)
  return changeState(given, control)
}

/** Returns the texts that there are, each once. */
const present = (texts: (string | null | undefined)[]): string[] => [...new Set(texts.flatMap((text) => text || []))]

/** Returns the numbers by which studies of the command, and of the order as it is, are found. */
function studyKeysOf(command: OrderCommand, order: OrderRow | null = null) {
  const studyInstanceUids = present([order && studyUidOf(order), command.studyInstanceUid])
  const accessionNumbers = present([order?.accessionNumber, command.accessionNumber])
  const requestKeys = [
    requestKey('placer', command.placer.number),
    ...studyInstanceUids.map((uid) => requestKey('uid', uid)),
    ...accessionNumbers.map((number) => requestKey('accession', number)),
  ]
  return { studyInstanceUids, accessionNumbers, requestKeys }
}

/** Reports whether a command makes an order that is not there. Without a patient it could be anybody's. */
const makes = ({ control, patient }: OrderCommand, isUpsert: boolean): boolean =>
  control === 'new' || (isUpsert && control === 'change' && patient !== undefined)

/** Locks the studies that the command may touch, then its order. */
async function lockCase(begun: Before<'study'>, key: OrderKey, command: OrderCommand, isUpsert: boolean) {
  const { isOrderKnown, studyIds } = await lookUpOrderKeys(begun, key, studyKeysOf(command))
  const known = isOrderKnown ? await findOrderByKey(begun, key) : null
  const ofBoth = known === null ? studyIds : (await lookUpOrderKeys(begun, key, studyKeysOf(command, known))).studyIds
  const [withStudies, studies] = await lockStudies(begun, ofBoth)
  // Nothing to lock for most orders that arrive: the insert finds out if somebody was quicker.
  const isNew = !isOrderKnown && makes(command, isUpsert)
  const [tx, order] = isNew ? lockNoOrder(withStudies) : await lockOrderByKey(withStudies, key)
  return { tx, studies, order }
}

/**
 * Does what a command about an imaging order asks for: the one way in which orders arrive and change, whoever sends them. The same command again
 * changes nothing. An order that names studies which are there is matched to them at once.
 *
 * Throws ORDER_NOT_FOUND, ORDER_EXISTS for a new order with a number that another order has, ORDER_CLOSED for a cancelled or discontinued one,
 * ORDER_REPORTED and ORDER_PERFORMED for what comes too late, BAD_REQUEST for a status command without a status, and CONFLICT if somebody else matched
 * the order at the same moment; the same command succeeds when it is sent again. Nothing is written then.
 */
export async function receiveOrder(begun: Before<'study'>, sender: OrderSender, command: OrderCommand): Promise<OrderReceipt> {
  const { placer } = command
  const isUpsert = sender.isUpsert ?? false
  const key = { labId: sender.labId, placerNumber: placer.number, placerAuthority: placer.authority ?? '' }
  const { tx, studies, order } = await lockCase(begun, key, command, isUpsert)
  if (order) return actOn({ tx, sender, command, order, studies })
  if (!makes(command, isUpsert)) throw new AppError('ORDER_NOT_FOUND')
  const values = { ...valuesOf(command), ...(command.unknownValues && { unknownValues: command.unknownValues }) }
  const orderId = await insertOrder(tx, { ...values, ...key, source: sender.source })
  if (orderId === null) {
    // Somebody made it between the look and the insert.
    const [, other] = await lockOrderByKey(tx, key)
    if (!other || isUpsert) throw new AppError('CONFLICT')
    return repeatOrder(other, values)
  }
  await noteOrderEvent(tx, sender, { orderId, event: 'created', reason: command.reason })
  if (studies.length > 0) {
    const [withOrder, made] = await lockOrderByKey(tx, key)
    if (made) await matchOrder(withOrder, sender, { order: made, studies })
  }
  return { orderId, isChanged: true, version: 1 }
}
