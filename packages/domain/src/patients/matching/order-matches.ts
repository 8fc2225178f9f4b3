import type { MatchReason } from '@readroom/contracts/orders/orders'
import { requestValues } from '@readroom/contracts/orders/request-keys'
import { isReported } from '@readroom/contracts/studies/study-workflow'
import { isMoreUrgent, urgencyOf } from '@readroom/contracts/studies/urgency'
import type { Db, Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import {
  insertMatch,
  listMatchesOfOrder,
  listMatchesOfStudy,
  listOrdersNaming,
  type MatchRow,
  removeMatch,
} from '@readroom/db/orders/order-matches'
import { lockOrders, type OrderRow } from '@readroom/db/orders/orders'
import { listFormerStudyUids } from '@readroom/db/patients/image-moves'
import { listKnownIds } from '@readroom/db/patients/patient-merges'
import { insertDeliveriesToOrder, withdrawDeliveriesFromOrder } from '@readroom/db/reports/result-deliveries'
import { lockStudies, type StudyRow } from '@readroom/db/studies/studies'
import { prioritize } from '../../studies/studies.ts'
import { transition } from '../../studies/transition.ts'
import { isConflicting, keyOf, type MatchedStudy, matchOf } from './order-matching.ts'
import { noteOrderEvent, type OrderSender, portalAsSender } from './order-sender.ts'
import { orderIdOf } from './order-study-uid.ts'

type MatchingTx = Tx<'study' | 'order'>

/** Returns a study with all IDs of its patient. */
export async function asMatched(db: Db, study: StudyRow): Promise<StudyRow & MatchedStudy> {
  const ids = await listKnownIds(db, [study.patientRowId])
  const formerStudyUids = await listFormerStudyUids(db, study.id)
  return { ...study, formerPatientIds: ids.map(({ patientId }) => patientId), formerStudyUids }
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

/** Makes an order and a study one pair. Returns the study as it is then. */
export async function join(
  tx: MatchingTx,
  sender: OrderSender,
  { order, study, reason }: { order: OrderRow; study: StudyRow; reason: MatchReason },
): Promise<StudyRow> {
  await insertMatch(tx, { orderId: order.id, studyId: study.id, reason, matchedBy: sender.userId })
  await noteOrderEvent(tx, sender, { orderId: order.id, event: 'matched', studyId: study.id })
  const details = { orderId: order.id, matchReason: reason }
  const matched = await transition(tx, study, 'order_matched', { actorUserId: sender.userId, details })
  await insertDeliveriesToOrder(tx, { orderId: order.id, studyId: study.id })
  return raiseAsOrdered(tx, matched, order, sender.userId)
}

/** A study with the orders that it may get and those that it may lose. */
type Candidate = { study: StudyRow; known: ReadonlySet<string>; named: string[]; doubtful: string[] }

async function candidateOf(db: Db, study: StudyRow, matches: readonly MatchRow[]): Promise<Candidate> {
  const known = new Set(matches.map(({ orderId }) => orderId))
  const former = await listFormerStudyUids(db, study.id)
  const uids = [study.studyInstanceUid, ...former, ...requestValues(study.requestKeys, 'uid')]
  const named = await listOrdersNaming(db, study, { uids, ids: uids.map(orderIdOf).filter((id) => id !== null) })
  const doubtful = isDone(study) ? [] : matches.filter(({ isCurrent, reason }) => isCurrent && reason !== 'manual')
  return {
    study,
    known,
    named: named.filter((orderId) => !known.has(orderId)),
    doubtful: doubtful.map(({ orderId }) => orderId),
  }
}

/** Matches a new study to the orders that it names by UID, accession number or request. Returns the study as it is then. */
export async function matchStudy(begun: Tx<'study'> & Before<'order'>, study: StudyRow): Promise<StudyRow> {
  const [matched = study] = await matchCandidates(begun, [await candidateOf(begun, study, [])])
  return matched
}

/**
 * As `matchStudy` for studies that may have changed: each first loses the orders that it no longer belongs to. A pair that somebody took apart is never
 * matched again without a person. Returns the studies as they are then, in the same order.
 */
export async function rematchStudies(begun: Tx<'study'> & Before<'order'>, studies: readonly StudyRow[]): Promise<StudyRow[]> {
  const candidates: Candidate[] = []
  for (const study of studies) candidates.push(await candidateOf(begun, study, await listMatchesOfStudy(begun, study.id)))
  return matchCandidates(begun, candidates)
}

/** The locks of all orders are taken at once, in the order of their ids. */
async function matchCandidates(begun: Tx<'study'> & Before<'order'>, candidates: readonly Candidate[]): Promise<StudyRow[]> {
  const [tx, orders] = await lockOrders(
    begun,
    candidates.flatMap(({ named, doubtful }) => [...named, ...doubtful]),
  )
  const matched: StudyRow[] = []
  for (const candidate of candidates) matched.push(await matchCandidate(tx, candidate, orders))
  return matched
}

async function matchCandidate(
  tx: MatchingTx,
  { study, known, named, doubtful }: Candidate,
  locked: readonly OrderRow[],
): Promise<StudyRow> {
  const orders = locked.filter(({ id }) => named.includes(id) || doubtful.includes(id))
  if (study.labId === null || orders.length === 0) return study
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
export async function notePart(
  tx: MatchingTx,
  sender: OrderSender,
  { order, study }: { order: OrderRow; study: StudyRow },
): Promise<StudyRow> {
  await noteOrderEvent(tx, sender, { orderId: order.id, event: 'unmatched', studyId: study.id })
  await withdrawDeliveriesFromOrder(tx, { orderId: order.id, studyId: study.id })
  return transition(tx, study, 'order_unmatched', { actorUserId: sender.userId, details: { orderId: order.id } })
}

/** As `rematchStudies` for studies that the transaction has locked already, after their orders changed. */
export async function matchStudiesAgain(begun: Before<'study'>, studyIds: readonly string[]): Promise<void> {
  await rematchStudies(...(await lockStudies(begun, studyIds)))
}
