import { createHash } from 'node:crypto'
import type { AnswerKind } from '@readroom/contracts/reports/results'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import type { ResultDeliveryRow } from '@readroom/db/reports/result-deliveries'
import type { ResultDestinationRow } from '@readroom/db/reports/result-destinations'
import {
  type Claim,
  lockSendable,
  noteAnswering,
  noteAttempt,
  noteCancelled,
  noteFailing,
  noteParked,
  noteSent,
  noteUnanswered,
  type ResultContent,
  renewClaim,
} from '@readroom/db/reports/result-queue'
import { holdStudies } from '@readroom/db/studies/studies'

/** The longest wait between two attempts at a destination that does not answer. */
const MOST_SECONDS = 300

/** Returns true if the receiver has read the message. */
const isAnswer = (answer: AnswerKind) => ['accepted', 'faulty', 'refused'].includes(answer)

/** Returns why a delivery must not be sent, or null. `later`: it may be sent at another time. */
function obstacleTo(
  { state, kind, contentHash }: ResultDeliveryRow,
  subject: NonNullable<Awaited<ReturnType<typeof lockSendable>>>['subject'],
  destination: ResultDestinationRow,
): 'moved' | 'replaced' | 'later' | null {
  if (state !== 'queued') return 'later'
  if (kind === 'test') return null
  if (!subject || subject.isContested || subject.labId === null) return 'later'
  if (subject.labId !== destination.labId) return 'moved'
  // A receiver may have an attempted message: it gets the withdrawal behind it.
  return subject.isStanding || kind === 'withdrawn' || contentHash !== null ? null : 'replaced'
}

type Beginning = { claim: Claim; delivery: Pick<ResultDeliveryRow, 'id' | 'studyId'>; written: ResultContent }

/**
 * Begins an attempt: checks whether the delivery may be sent now, and stores its bytes before the first of them leaves. A repeat gets the bytes of the
 * first attempt. Returns the bytes; null if nothing is to be sent.
 */
export async function beginAttempt(
  begun: Before<'study'>,
  { claim, delivery, written }: Beginning,
  claimSeconds: number,
): Promise<Buffer | null> {
  // A move of the study ends before its laboratory is read, so that the move finds what was cancelled, and queues it again.
  const [tx] = await holdStudies(begun, delivery.studyId === null ? [] : [delivery.studyId])
  // The delivery before its destination, as an administrator's change locks them.
  const found = await lockSendable(tx, delivery.id)
  const destination = await renewClaim(tx, claim, claimSeconds)
  if (!destination || !found) return null
  const obstacle = obstacleTo(found.delivery, found.subject, destination)
  if (obstacle === 'moved' || obstacle === 'replaced') await noteCancelled(tx, delivery.id, obstacle)
  if (obstacle !== null) return null
  const { content, sopClassUid, fillerNumber } = found.delivery
  const sent = content === null ? written : { content, sopClassUid, fillerNumber }
  await noteAttempt(tx, delivery.id, { ...sent, contentHash: createHash('sha256').update(sent.content).digest('hex') })
  return sent.content
}

type Answered = { destinationId: string; deliveryId: string; answer: AnswerKind; text: string }

/**
 * Records the answer to an attempt. An accepted delivery is sent; a refused one is parked, and others go on. Without an answer the destination waits,
 * and the same bytes are sent again.
 */
export async function endAttempt(tx: Tx, { destinationId, deliveryId, answer, text }: Answered): Promise<void> {
  const noted = { answer, answerText: text }
  if (answer === 'accepted') await noteSent(tx, deliveryId, noted)
  else if (isAnswer(answer) || answer === 'failed') await noteParked(tx, deliveryId, noted)
  else await noteUnanswered(tx, deliveryId, noted)
  if (isAnswer(answer)) await noteAnswering(tx, destinationId, answer)
  else if (answer !== 'failed') await noteFailing(tx, destinationId, answer, MOST_SECONDS)
}
