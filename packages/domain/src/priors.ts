import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { findReadableStudy, insertPriorOpening, lockReadableStudy, type ReadableStudy } from '@readroom/db/queries/priors'
import { transition } from './transition.ts'

/** `priorOf`: the study that the prior is read for. */
export type PriorKey = { studyId: string; priorOf: string }

/** A study that the actor may read, locked until the transaction ends. Throws STUDY_NOT_FOUND. */
export async function lockReadable(tx: Tx, actor: Actor, studyId: string): Promise<ReadableStudy> {
  const found = await lockReadableStudy(tx, actor, studyId)
  if (!found) throw new AppError('STUDY_NOT_FOUND')
  return found
}

/**
 * Records that somebody reads a study as a prior: once for each session and study. Its status stays. Throws STUDY_NOT_FOUND where they may not
 * read it any more.
 */
export async function recordPriorOpened(tx: Tx, actor: Actor, { studyId, priorOf }: PriorKey): Promise<void> {
  // Locked before the opening is written, which holds the study's row as well: two sessions would wait for each other.
  const { study } = await lockReadable(tx, actor, studyId)
  if (!(await insertPriorOpening(tx, { sessionId: actor.sessionId, studyId }))) return
  const details = { forStudyId: priorOf }
  await transition(tx, study, 'prior_opened', { actorUserId: actor.userId, details })
  await audit(tx, actor, { action: 'prior.opened', target: { type: 'study', id: studyId }, details })
}

/** The same where a prior is all that the study is to the actor; nothing for whoever sees it itself. */
export async function recordIfPrior(tx: Tx, actor: Actor, studyId: string): Promise<void> {
  const found = await findReadableStudy(tx, actor, studyId)
  if (!found) throw new AppError('STUDY_NOT_FOUND')
  if (found.priorOf !== null) await recordPriorOpened(tx, actor, { studyId, priorOf: found.priorOf })
}
