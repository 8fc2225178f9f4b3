import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Before, Taken } from '@readroom/db/core/locks'
import { findReadableStudy, insertPriorOpening, lockReadableStudy, type ReadableStudy } from '@readroom/db/images/priors'
import { transition } from '../studies/transition.ts'

/** `priorOf`: the study that the prior is read for. */
export type PriorKey = { studyId: string; priorOf: string }

/** A study that the actor may read, locked until the transaction ends. Throws STUDY_NOT_FOUND. */
export async function lockReadable<T extends Before<'study'>>(
  begun: T,
  actor: Actor,
  studyId: string,
): Promise<Taken<T, 'study', ReadableStudy>> {
  const [tx, found] = await lockReadableStudy(begun, actor, studyId)
  if (!found) throw new AppError('STUDY_NOT_FOUND')
  return [tx, found]
}

/**
 * Records that somebody reads a study as a prior: once for each session and study. Its status stays. Throws STUDY_NOT_FOUND if they may not
 * read it any more.
 */
export async function recordPriorOpened(begun: Before<'study'>, actor: Actor, { studyId, priorOf }: PriorKey): Promise<void> {
  // Locked before the opening is written, which holds the study's row as well: two sessions would wait for each other.
  const [tx, { study }] = await lockReadable(begun, actor, studyId)
  if (!(await insertPriorOpening(tx, { sessionId: actor.sessionId, studyId }))) return
  const details = { forStudyId: priorOf }
  await transition(tx, study, 'prior_opened', { actorUserId: actor.userId, details })
  await audit(tx, actor, { action: 'prior.opened', target: { type: 'study', id: studyId }, details })
}

/** Calls `recordPriorOpened` if the actor sees the study only as a prior. Does nothing if the actor sees the study itself. */
export async function recordIfPrior(tx: Before<'study'>, actor: Actor, studyId: string): Promise<void> {
  const found = await findReadableStudy(tx, actor, studyId)
  if (!found) throw new AppError('STUDY_NOT_FOUND')
  if (found.priorOf !== null) await recordPriorOpened(tx, actor, { studyId, priorOf: found.priorOf })
}
