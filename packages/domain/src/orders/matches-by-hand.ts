import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import type { Before } from '@readroom/db/core/locks'
import { endMatch, listMatchesOfOrder } from '@readroom/db/orders/order-matches'
import { findOrder, lockOrders, updateOrder } from '@readroom/db/orders/orders'
import { asMatched, join, notePart } from '../patients/matching/order-matches.ts'
import { isConflicting, isOfOneLab, isOpen } from '../patients/matching/order-matching.ts'
import { accountAsSender } from '../patients/matching/order-sender.ts'
import { lockVisibleStudy } from '../studies/studies.ts'

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
 * Matches an order and a study by hand. Each may have others. A pair that is matched is no fault. Throws STUDY_NOT_FOUND, ORDER_NOT_FOUND, CONFLICT,
 * ORDER_OF_OTHER_LABORATORY, ORDER_CLOSED, and ORDER_DIFFERS if they name different patients and nobody has confirmed that.
 */
export async function matchByHand(
  begun: Before<'study'>,
  actor: Actor,
  { isDifferenceConfirmed, ...pair }: Pair & { isDifferenceConfirmed: boolean },
): Promise<void> {
  const { tx, study, order } = await lockPair(begun, actor, pair)
  if (!isOfOneLab(order, study)) throw new AppError('ORDER_OF_OTHER_LABORATORY')
  if (!isOpen(order)) throw new AppError('ORDER_CLOSED', { state: order.state })
  const isMatched = (await listMatchesOfOrder(tx, order.id)).some(({ studyId, isCurrent }) => studyId === study.id && isCurrent)
  if (isMatched) return
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
