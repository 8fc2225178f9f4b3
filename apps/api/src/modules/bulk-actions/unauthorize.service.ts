import type { StudyOutcome } from '@readroom/contracts/bulk-actions'
import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Db } from '@readroom/db/client'
import { withdrawReports } from '@readroom/db/queries/reports'
import { lockStudy } from '@readroom/db/queries/studies'
import { transition } from '@readroom/db/transition'
import type { Context } from '../../context.ts'
import { perStudy } from '../../http/per-study.ts'

async function withdraw(tx: Db, actor: Actor, studyId: string, reason: string): Promise<void> {
  const study = await lockStudy(tx, actor, studyId)
  if (!study) throw new AppError('STUDY_NOT_FOUND')
  await transition(tx, study, 'reset', { actorUserId: actor.userId, reason })
  await withdrawReports(tx, study.id)
  await audit(tx, actor, { action: 'study.unauthorized', target: { type: 'study', id: study.id }, details: { reason } })
}

export function createUnauthorizeService({ db }: Pick<Context, 'db'>) {
  return {
    /** Withdraws the finished state of each study in a transaction of its own. */
    async unauthorize(actor: Actor, { studyIds, reason }: { studyIds: string[]; reason: string }): Promise<StudyOutcome[]> {
      return perStudy(studyIds, (studyId) => db.transaction((tx) => withdraw(tx, actor, studyId, reason)))
    },
  }
}
