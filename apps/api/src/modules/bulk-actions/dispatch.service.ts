import { randomUUID } from 'node:crypto'
import type { StudyOutcome } from '@readroom/contracts/bulk-actions'
import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Db } from '@readroom/db/client'
import { insertDispatch, requestDispatchMail } from '@readroom/db/queries/dispatches'
import { findFinalizedReport } from '@readroom/db/queries/reports'
import { lockStudy } from '@readroom/db/queries/studies'
import type { Context } from '../../context.ts'
import { perStudy } from '../../http/per-study.ts'

type Recipient = { email: string; recipientName: string | null }

async function record(tx: Db, actor: Actor, studyId: string, batch: Recipient & { batchId: string }): Promise<void> {
  const study = await lockStudy(tx, actor, studyId)
  if (!study) throw new AppError('STUDY_NOT_FOUND')
  const report = await findFinalizedReport(tx, study.id)
  if (!report) throw new AppError('REPORT_NOT_FINALIZED')
  await insertDispatch(tx, {
    ...batch,
    studyId: study.id,
    reportId: report.id,
    reportVersion: report.version,
    dispatchedBy: actor.userId,
  })
  await audit(tx, actor, {
    action: 'report.dispatched',
    target: { type: 'study', id: study.id },
    details: { reportId: report.id, version: report.version, batchId: batch.batchId },
  })
}

export function createDispatchService({ db }: Pick<Context, 'db'>) {
  return {
    /** Records each study's newest finalized report as sent, and queues one mail for all of them. */
    async dispatch(actor: Actor, { studyIds, ...recipient }: Recipient & { studyIds: string[] }): Promise<StudyOutcome[]> {
      const batch = { ...recipient, batchId: randomUUID() }
      return db.transaction(async (tx) => {
        // Always in the same order: two callers never wait for each other's studies.
        const outcomes = await perStudy(studyIds.toSorted(), (studyId) => record(tx, actor, studyId, batch))
        if (outcomes.some(({ error }) => error === null)) await requestDispatchMail(tx, batch.batchId)
        return outcomes
      })
    },
  }
}
