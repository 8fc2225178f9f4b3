import { AppError } from '@readroom/contracts/errors'
import type { Priority } from '@readroom/contracts/primitives'
import { nextStatus } from '@readroom/contracts/study-workflow'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { findStudiesByUid, lockStudy, type StudyRow, updateStudyPriority } from '@readroom/db/queries/studies'
import { emitChanged } from './outbox.ts'
import { transition } from './transition.ts'

/** The study, locked until the transaction ends. Throws STUDY_NOT_FOUND where it does not exist or the actor does not see it. */
export async function lockVisibleStudy(tx: Tx, actor: Actor, studyId: string): Promise<StudyRow> {
  const study = await lockStudy(tx, actor, studyId)
  if (!study) throw new AppError('STUDY_NOT_FOUND')
  return study
}

/** Records who opened the images of a study, by its UID. An assigned doctor's first look takes the study into review. */
export async function recordOpened(tx: Tx, actor: Actor, { studyInstanceUID }: { studyInstanceUID: string }): Promise<void> {
  const found = await findStudiesByUid(tx, actor, studyInstanceUID)
  if (found.length === 0) throw new AppError('STUDY_NOT_FOUND')
  for (const { id } of found.toSorted((a, b) => a.id.localeCompare(b.id))) {
    const study = await lockStudy(tx, actor, id)
    if (!study) continue
    await audit(tx, actor, { action: 'study.opened', target: { type: 'study', id } })
    const moves = nextStatus(study.status, 'opened') !== study.status
    if (actor.doctorId && moves) await transition(tx, study, 'opened', { actorUserId: actor.userId })
  }
}

/** Answers false where the study has this priority already. */
export async function setStudyPriority(tx: Tx, studyId: string, priority: Priority): Promise<boolean> {
  const isOther = await updateStudyPriority(tx, studyId, priority)
  if (isOther) await emitChanged(tx, studyId)
  return isOther
}
