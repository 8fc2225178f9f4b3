import { AppError } from '@readroom/contracts/core/errors'
import { type PauseReason, pauseDays } from '@readroom/contracts/studies/pause-reasons'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { findRuledStudy } from '@readroom/db/studies/deadline-rules/deadline-rules'
import { insertComment } from '@readroom/db/studies/discussions/discussions'
import type { StudyRow } from '@readroom/db/studies/studies'
import { lockVisibleStudy } from '../studies.ts'
import { emitStudyNotice } from '../study-notices.ts'
import { transition } from '../transition.ts'

type SeenPause = {
  studyId: string
  /** The beginning of the pause that the caller saw. */
  since: Date
}

const targetOf = ({ id }: StudyRow) => ({ type: 'study', id })

/** Returns the time of the transaction, and the time at which a pause that it begins or renews ends by itself. */
async function findEnd(tx: Tx, { id }: StudyRow): Promise<{ now: Date; pausedUntil: Date }> {
  const { now } = await findRuledStudy(tx, id)
  return { now, pausedUntil: new Date(now.getTime() + pauseDays * 86_400_000) }
}

/** Throws NOT_PAUSED if the study is not paused, and CONFLICT if it has been paused anew since the caller saw it. */
function requireSeen({ pausedAt }: StudyRow, since: Date): void {
  if (pausedAt === null) throw new AppError('NOT_PAUSED')
  if (pausedAt.getTime() !== since.getTime()) throw new AppError('CONFLICT')
}

/**
 * Pauses the deadline of a study, and asks its laboratory, also by email if it has a contact address. A pause that has ended by itself gives way to the
 * new one. The audit log says who asked, not what. Throws STUDY_NOT_FOUND, ALREADY_PAUSED, NO_DEADLINE, and INVALID_TRANSITION for a finished study.
 */
export async function pauseStudy(
  begun: Before<'study'>,
  actor: Actor,
  { studyId, reason, question }: { studyId: string; reason: PauseReason; question: string },
): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  const { now, pausedUntil } = await findEnd(tx, study)
  if (study.pausedUntil !== null && study.pausedUntil > now) throw new AppError('ALREADY_PAUSED')
  const comment = await insertComment(tx, { studyId, authorId: actor.userId, comment: question, kind: 'question' })
  const details = { pauseReason: reason, pausedUntil, commentId: comment.id }
  await transition(tx, study, 'paused', { actorUserId: actor.userId, details })
  // Asked last, so that a finished study is refused as such.
  if (study.dueAt === null) throw new AppError('NO_DEADLINE')
  await audit(tx, actor, { action: 'deadline.paused', target: targetOf(study), details: { reason, commentId: comment.id } })
  await emitStudyNotice(tx, 'question', { studyId, id: comment.id })
}

/** Lets a pause last longer. Throws STUDY_NOT_FOUND, CONFLICT, and NOT_PAUSED also if the pause has ended by itself. */
export async function renewPause(begun: Before<'study'>, actor: Actor, { studyId, since }: SeenPause): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  requireSeen(study, since)
  const { now, pausedUntil } = await findEnd(tx, study)
  if (study.pausedUntil === null || study.pausedUntil <= now) throw new AppError('NOT_PAUSED')
  await transition(tx, study, 'pause_renewed', { actorUserId: actor.userId, details: { pausedUntil } })
  await audit(tx, actor, { action: 'deadline.renewed', target: targetOf(study) })
}

/** Ends a pause without an answer. Throws STUDY_NOT_FOUND, NOT_PAUSED, CONFLICT. */
export async function resumeStudy(begun: Before<'study'>, actor: Actor, { studyId, since }: SeenPause): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  requireSeen(study, since)
  await transition(tx, study, 'resumed', { actorUserId: actor.userId })
  await audit(tx, actor, { action: 'deadline.resumed', target: targetOf(study) })
}

/**
 * Stores the answer to the question of a pause, and ends the pause. A question still waits after its pause has ended by itself. Throws STUDY_NOT_FOUND,
 * NOT_PAUSED, CONFLICT.
 */
export async function answerQuestion(
  begun: Before<'study'>,
  actor: Actor,
  { studyId, since, answer }: SeenPause & { answer: string },
): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  requireSeen(study, since)
  const { id: commentId } = await insertComment(tx, { studyId, authorId: actor.userId, comment: answer, kind: 'answer' })
  await transition(tx, study, 'resumed', { actorUserId: actor.userId, details: { commentId } })
  await audit(tx, actor, { action: 'deadline.answered', target: targetOf(study), details: { commentId } })
}
