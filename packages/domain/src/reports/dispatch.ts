import { randomUUID } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import type { StudyOutcome } from '@readroom/contracts/worklist/bulk-actions'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Before } from '@readroom/db/core/locks'
import { insertDispatch } from '@readroom/db/reports/dispatches'
import { findFinalizedReport } from '@readroom/db/reports/reports'
import { emitJob } from '../core/outbox.ts'
import { perStudy } from '../studies/per-study.ts'
import { checkShareable } from '../studies/sharing.ts'
import { lockVisibleStudy } from '../studies/studies.ts'

type Mail = { email: string; recipientName: string | null; withImages: boolean }
type Dispatch = Mail & { studyIds: readonly string[] }

/** The report of a study that may be sent. Throws STUDY_NOT_FOUND, REPORT_NOT_FINALIZED, REPORT_NOT_RELEASED, and what `checkShareable` throws. */
async function lockDispatchable(begun: Before<'study'>, actor: Actor, studyId: string, { withImages }: Pick<Mail, 'withImages'>) {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  const report = await findFinalizedReport(tx, study.id)
  if (!report) throw new AppError('REPORT_NOT_FINALIZED')
  if (report.releasedAt === null) throw new AppError('REPORT_NOT_RELEASED')
  if (withImages) await checkShareable(tx, actor, { study, hasPin: false })
  return report
}

async function recordDispatch(
  tx: Before<'study'>,
  actor: Actor,
  studyId: string,
  batch: Mail & { batchId: string },
): Promise<void> {
  const { id: reportId, version } = await lockDispatchable(tx, actor, studyId, batch)
  await insertDispatch(tx, { ...batch, studyId, reportId, reportVersion: version, dispatchedBy: actor.userId })
  const details = { reportId, version, batchId: batch.batchId, withImages: batch.withImages }
  await audit(tx, actor, { action: 'report.dispatched', target: { type: 'study', id: studyId }, details })
}

/**
 * Records each study's newest finalized report as sent, and queues one mail for all of them. A study's refusal is its answer. Links to images are
 * made when they are mailed, see `issueDispatchLinks`.
 */
export async function dispatchReports(
  tx: Before<'study'>,
  actor: Actor,
  { studyIds, ...mail }: Dispatch,
): Promise<StudyOutcome[]> {
  const batch = { ...mail, batchId: randomUUID() }
  // Always in the same order: two callers never wait for each other's studies.
  const outcomes = await perStudy(studyIds.toSorted(), (studyId) => recordDispatch(tx, actor, studyId, batch))
  if (outcomes.some(({ error }) => error === null)) await emitJob(tx, 'dispatch.send', { batchId: batch.batchId })
  return outcomes
}
