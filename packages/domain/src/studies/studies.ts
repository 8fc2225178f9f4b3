import { AppError } from '@readroom/contracts/core/errors'
import type { CaseType, Priority } from '@readroom/contracts/core/primitives'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before, Taken } from '@readroom/db/core/locks'
import { findStudiesByUid, lockStudy, type StudyRow } from '@readroom/db/studies/studies'
import { transition } from './transition.ts'

/** The study, locked until the transaction ends. Throws STUDY_NOT_FOUND if it does not exist or the actor does not see it. */
export async function lockVisibleStudy<T extends Before<'study'>>(
  begun: T,
  actor: Pick<Actor, 'role' | 'labId' | 'doctorId'>,
  studyId: string,
): Promise<Taken<T, 'study', StudyRow>> {
  const [tx, study] = await lockStudy(begun, actor, studyId)
  if (!study) throw new AppError('STUDY_NOT_FOUND')
  return [tx, study]
}

/** Records who opened the images of a study, by its UID. An assigned doctor's first look takes the study into review. */
export async function recordOpened(
  begun: Before<'study'>,
  actor: Actor,
  { studyInstanceUID }: { studyInstanceUID: string },
): Promise<void> {
  const found = await findStudiesByUid(begun, actor, studyInstanceUID)
  if (found.length === 0) throw new AppError('STUDY_NOT_FOUND')
  for (const { id } of found.toSorted((a, b) => a.id.localeCompare(b.id))) {
    const [tx, study] = await lockStudy(begun, actor, id)
    if (!study) continue
    await audit(tx, actor, { action: 'study.opened', target: { type: 'study', id } })
    if (actor.doctorId) await transition(tx, study, 'opened', { actorUserId: actor.userId })
  }
}

/** Gives a study a priority and a case type. Returns the study as it is then. */
export async function prioritize(
  tx: Tx<'study'>,
  study: StudyRow,
  { priority = study.priority, caseType = study.caseType }: { priority?: Priority | undefined; caseType?: CaseType | undefined },
  actorUserId: string | null,
): Promise<StudyRow> {
  if (study.priority === priority && study.caseType === caseType) return study
  return transition(tx, study, 'prioritized', { actorUserId, details: { priority, caseType } })
}
