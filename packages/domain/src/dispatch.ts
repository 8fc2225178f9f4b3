import { randomUUID } from 'node:crypto'
import type { StudyOutcome } from '@readroom/contracts/bulk-actions'
import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { insertDispatch } from '@readroom/db/queries/dispatches'
import { findFinalizedReport } from '@readroom/db/queries/reports'
import { emitJob } from './outbox.ts'
import { perStudy } from './per-study.ts'
import { checkShareable } from './sharing.ts'
import { lockVisibleStudy } from './studies.ts'

type Mail = { email: string; recipientName: string | null; withImages: boolean }

async function recordDispatch(tx: Tx, actor: Actor, studyId: string, batch: Mail & { batchId: string }): Promise<void> {
  const study = await lockVisibleStudy(tx, actor, studyId)
  const report = await findFinalizedReport(tx, study.id)
  if (!report) throw new AppError('REPORT_NOT_FINALIZED')
  if (batch.withImages) await checkShareable(tx, actor, study)
  const { id: reportId, version } = report
  await insertDispatch(tx, { ...batch, studyId: study.id, reportId, reportVersion: version, dispatchedBy: actor.userId })
  const details = { reportId, version, batchId: batch.batchId, withImages: batch.withImages }
  await audit(tx, actor, { action: 'report.dispatched', target: { type: 'study', id: study.id }, details })
}

/**
 * Records each study's newest finalized report as sent, and queues one mail for all of them. A study's refusal is its answer.
 * Links to images are made when they are mailed, see `issueDispatchLinks`.
 */
export async function dispatchReports(
  tx: Tx,
  actor: Actor,
  { studyIds, ...mail }: Mail & { studyIds: readonly string[] },
): Promise<StudyOutcome[]> {
  const batch = { ...mail, batchId: randomUUID() }
  // Always in the same order: two callers never wait for each other's studies.
  const outcomes = await perStudy(studyIds.toSorted(), (studyId) => recordDispatch(tx, actor, studyId, batch))
  if (outcomes.some(({ error }) => error === null)) await emitJob(tx, 'dispatch.send', { batchId: batch.batchId })
  return outcomes
}
