import { AppError } from '@readroom/contracts/errors'
import { isReported, statusTable } from '@readroom/contracts/study-workflow'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { withdrawReports } from '@readroom/db/queries/reports'
import { requestArchiving } from './report-archive.ts'
import { lockVisibleStudy } from './studies.ts'
import { transition } from './transition.ts'

/** Withdraws a study's finished state. Its reports stay, and count no longer. Throws STUDY_NOT_FOUND, INVALID_TRANSITION. */
export async function withdrawReport(
  tx: Tx,
  actor: Actor,
  { studyId, reason }: { studyId: string; reason: string },
): Promise<void> {
  const study = await lockVisibleStudy(tx, actor, studyId)
  if (!isReported(study.status)) throw new AppError('INVALID_TRANSITION', { status: statusTable[study.status].label })
  await transition(tx, study, 'reset', { actorUserId: actor.userId, reason })
  await withdrawReports(tx, study.id)
  await requestArchiving(tx, study.id)
  await audit(tx, actor, { action: 'study.unauthorized', target: { type: 'study', id: study.id }, details: { reason } })
}
