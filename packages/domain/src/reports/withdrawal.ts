import { AppError } from '@readroom/contracts/core/errors'
import { isReported, statusTable } from '@readroom/contracts/studies/study-workflow'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Before } from '@readroom/db/core/locks'
import { lockVisibleStudy } from '../studies/studies.ts'
import { transition } from '../studies/transition.ts'
import { requestArchiving } from './report-archive.ts'
import { withdrawAndAnnounce } from './report-notices.ts'

/** Withdraws a study's finished state. Its reports stay, and count no longer. Throws STUDY_NOT_FOUND, INVALID_TRANSITION. */
export async function withdrawReport(
  begun: Before<'study'>,
  actor: Actor,
  { studyId, reason }: { studyId: string; reason: string },
): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  if (!isReported(study.status)) throw new AppError('INVALID_TRANSITION', { status: statusTable[study.status].label })
  await transition(tx, study, 'reset', { actorUserId: actor.userId, reason })
  await withdrawAndAnnounce(tx, study.id, actor.userId)
  await requestArchiving(tx, study.id)
  // The reason is in the study's history: what people write may name somebody, and the audit log outlives an erasure.
  await audit(tx, actor, { action: 'study.unauthorized', target: { type: 'study', id: study.id } })
}
