import { AppError } from '@readroom/contracts/core/errors'
import type { MatchReason } from '@readroom/contracts/orders/orders'
import { isReported } from '@readroom/contracts/studies/study-workflow'
import { isMoreUrgent, urgencyOf } from '@readroom/contracts/studies/urgency'
import type { Actor } from '@readroom/db/core/actor'
import type { Db, Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import {
  endMatch,
  insertMatch,
  listMatchesOfOrder,
  listMatchesOfStudy,
  listOrdersNaming,
  type MatchRow,
  removeMatch,
} from '@readroom/db/orders/order-matches'
import { findOrder, lockOrders, type OrderRow, updateOrder } from '@readroom/db/orders/orders'
import { listKnownIds } from '@readroom/db/patients/patient-merges'
import { lockAnyStudy, type StudyRow } from '@readroom/db/studies/studies'
import { lockVisibleStudy, prioritize } from '../studies/studies.ts'
import { transition } from '../studies/transition.ts'
import { isConflicting, isOfOneLab, isOpen, keyOf, type MatchedStudy, matchOf } from './order-matching.ts'
import { accountAsSender, noteOrderEvent, type OrderSender, portalAsSender } from './order-sender.ts'
import { orderIdOf } from './order-study-uid.ts'

type MatchingTx = Tx<'study' | 'order'>

/** Returns a study with all IDs of its patient. */
export async function asMatched(db: Db, study: StudyRow): Promise<StudyRow & MatchedStudy> {
  const ids = await listKnownIds(db, [study.patientRowId])
  return { ...study, formerPatientIds: ids.map(({ patientId }) => patientId) }
}

/** Reports whether a study has its final report. */
const isDone = ({ status }: Pick<StudyRow, 'status'>): boolean => isReported(status) || status === 'archived'

/**
 * Gives a study the urgency of its order, if that is higher. A lower one changes nothing: somebody may have raised the study for a reason that the
 * order does not know.
 */
export async function raiseAsOrdered(
  tx: Tx<'study'>,
  study: StudyRow,
  order: OrderRow,
  userId: string | null,
): Promise<StudyRow> {
  if (order.priority === null || isDone(study)) return study
  if (!isMoreUrgent(order.priority, urgencyOf(study))) return study
  return prioritize(tx, study, { priority: order.priority }, userId)
}

async function join(
  tx: MatchingTx,
  sender: OrderSender,
  { order, study, reason }: { order: OrderRow; study: StudyRow; reason: MatchReason },
): Promise<StudyRow> {
  await insertMatch(tx, { orderId: order.id, studyId: study.id, reason, matchedBy: sender.userId })
  await noteOrderEvent(tx, sender, { orderId: order.id, event: 'matched', studyId: study.id })
  const details = { orderId: order.id, matchReason: reason }
  const matched = await transition(tx, study, 'order_matched', { actorUserId: sender.userId, details })
  return raiseAsOrdered(tx, matched, order, sender.userId)
}

/**
 * Matches a new study to the orders that name it by its UID or accession number. Returns the study as it is then.
 */
export const matchStudy = (begun: Tx<'study'> & Before<'order'>, study: StudyRow): Promise<StudyRow> =>
  matchNamed(begun, study, [])

/**
 * As `matchStudy` for a study that may have changed: it first loses the orders that it no longer belongs to. A pair that somebody took apart is never
 * matched again without a person.
 */
export async function rematchStudy(begun: Tx<'study'> & Before<'order'>, study: StudyRow): Promise<StudyRow> {
  return matchNamed(begun, study, await listMatchesOfStudy(begun, study.id))
}

async function matchNamed(
  begun: Tx<'study'> & Before<'order'>,
  study: StudyRow,
  matches: readonly MatchRow[],
): Promise<StudyRow> {
  if (study.labId === null) return study
  const known = new Set(matches.map(({ orderId }) => orderId))
  const doubtful = isDone(study) ? [] : matches.filter(({ isCurrent, reason }) => isCurrent && reason !== 'manual')
  const named = await listOrdersNaming(begun, study, orderIdOf(study.studyInstanceUid))
  const unknown = named.filter((orderId) => !known.has(orderId))
  // All at once: the locks of orders are taken in the order of their ids.
  const [tx, orders] = await lockOrders(begun, [...unknown, ...doubtful.map(({ orderId }) => orderId)])
  if (orders.length === 0) return study
  const sender = portalAsSender(study.labId)
  const matched = await asMatched(tx, study)
  let present = study
  for (const order of orders.filter(({ id }) => known.has(id)))
    if (!isJustified(order, matched)) present = await part(tx, sender, { order, study: present })
  for (const order of orders.filter(({ id }) => !known.has(id))) {
    const reason = matchOf(order, matched)
    if (reason !== null) present = await join(tx, sender, { order, study: present, reason })
  }
  return present
}

/** Reports whether an order still names a study and its patient. */
const isJustified = (order: OrderRow, matched: MatchedStudy): boolean =>
  keyOf(order, matched) !== null && !isConflicting(order, matched)

/** Matches an order that has arrived or changed to those of these studies that it names. */
export async function matchOrder(
  tx: MatchingTx,
  sender: OrderSender,
  { order, studies }: { order: OrderRow; studies: readonly StudyRow[] },
): Promise<void> {
  if (studies.length === 0) return
  const known = new Set((await listMatchesOfOrder(tx, order.id)).map(({ studyId }) => studyId))
  for (const study of studies) {
    const reason = known.has(study.id) ? null : matchOf(order, await asMatched(tx, study))
    if (reason !== null) await join(tx, sender, { order, study, reason })
  }
}

/**
 * Ends the matches that a changed order no longer justifies: it names another study now, or another patient. A match that a person made stays, and so
 * does one with a final report. Returns the studies that stay.
 */
export async function endFalseMatches(
  tx: MatchingTx,
  sender: OrderSender,
  { order, studies }: { order: OrderRow; studies: readonly StudyRow[] },
): Promise<StudyRow[]> {
  const byHand = new Set(
    (await listMatchesOfOrder(tx, order.id)).flatMap(({ studyId, reason }) => (reason === 'manual' ? studyId : [])),
  )
  const kept: StudyRow[] = []
  for (const study of studies) {
    const matched = await asMatched(tx, study)
    if (byHand.has(study.id) || isDone(study) || isJustified(order, matched)) kept.push(study)
    else await part(tx, sender, { order, study })
  }
  return kept
}

/** Takes an order and a study apart that numbers or patients no longer join. Returns the study as it is then. */
async function part(
  tx: MatchingTx,
  sender: OrderSender,
  { order, study }: { order: OrderRow; study: StudyRow },
): Promise<StudyRow> {
  await removeMatch(tx, { orderId: order.id, studyId: study.id })
  return notePart(tx, sender, { order, study })
}

/** Notes that an order and a study, whose match has ended, are no longer of each other. Returns the study as it is then. */
async function notePart(
  tx: MatchingTx,
  sender: OrderSender,
  { order, study }: { order: OrderRow; study: StudyRow },
): Promise<StudyRow> {
  await noteOrderEvent(tx, sender, { orderId: order.id, event: 'unmatched', studyId: study.id })
  return transition(tx, study, 'order_unmatched', { actorUserId: sender.userId, details: { orderId: order.id } })
}

type Pair = { orderId: string; studyId: string; version: number }

/** Locks a study and an order that the actor sees. Throws STUDY_NOT_FOUND, ORDER_NOT_FOUND, and CONFLICT for another version of the order. */
async function lockPair(begun: Before<'study'>, actor: Actor, { orderId, studyId, version }: Pair) {
  if (!(await findOrder(begun, actor, orderId))) throw new AppError('ORDER_NOT_FOUND')
  const [withStudy, study] = await lockVisibleStudy(begun, actor, studyId)
  const [tx, [order]] = await lockOrders(withStudy, [orderId])
  if (!order) throw new AppError('ORDER_NOT_FOUND')
  if (order.version !== version) throw new AppError('CONFLICT')
  return { tx, study, order }
}

/**
 * Matches an order and a study by hand. Each has no other then. Throws STUDY_NOT_FOUND, ORDER_NOT_FOUND, CONFLICT, ORDER_OF_OTHER_LABORATORY,
 * ORDER_CLOSED, ORDER_HAS_STUDY, STUDY_HAS_ORDER, and ORDER_DIFFERS if they name different patients and nobody has confirmed that.
 */
export async function matchByHand(
  begun: Before<'study'>,
  actor: Actor,
  { isDifferenceConfirmed, ...pair }: Pair & { isDifferenceConfirmed: boolean },
): Promise<void> {
  const { tx, study, order } = await lockPair(begun, actor, pair)
  if (!isOfOneLab(order, study)) throw new AppError('ORDER_OF_OTHER_LABORATORY')
  if (!isOpen(order)) throw new AppError('ORDER_CLOSED', { state: order.state })
  if ((await listMatchesOfOrder(tx, order.id)).some(({ isCurrent }) => isCurrent)) throw new AppError('ORDER_HAS_STUDY')
  if ((await listMatchesOfStudy(tx, study.id)).some(({ isCurrent }) => isCurrent)) throw new AppError('STUDY_HAS_ORDER')
  if (isConflicting(order, await asMatched(tx, study)) && !isDifferenceConfirmed) throw new AppError('ORDER_DIFFERS')
  const touched = await updateOrder(tx, order.id, {})
  await join(tx, accountAsSender(actor, order.labId), { order: touched, study, reason: 'manual' })
}

/**
 * Ends the match of an order and a study. The study keeps its urgency, which somebody can lower. A match that has ended already is no fault. Throws
 * STUDY_NOT_FOUND, ORDER_NOT_FOUND, CONFLICT.
 */
export async function unmatch(begun: Before<'study'>, actor: Actor, pair: Pair): Promise<void> {
  const { tx, study, order } = await lockPair(begun, actor, pair)
  const match = (await listMatchesOfOrder(tx, order.id)).find(({ studyId, isCurrent }) => studyId === study.id && isCurrent)
  if (!match) return
  const touched = await updateOrder(tx, order.id, {})
  await endMatch(tx, { orderId: order.id, studyId: study.id })
  await notePart(tx, accountAsSender(actor, order.labId), { order: touched, study })
}

/** Looks again for the orders of a study whose record, patient or laboratory has changed. A study that is gone has none. */
export async function matchStudyAgain(begun: Before<'study'>, studyId: string): Promise<void> {
  const [tx, study] = await lockAnyStudy(begun, studyId)
  if (study) await rematchStudy(tx, study)
}

/** As `matchStudyAgain` for studies that the transaction has locked already, and whose patient may be another one now. */
export async function matchStudiesAgain(begun: Before<'study'>, studyIds: readonly string[]): Promise<void> {
  for (const studyId of studyIds) await matchStudyAgain(begun, studyId)
}
