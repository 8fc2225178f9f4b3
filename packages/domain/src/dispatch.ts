import { randomUUID } from 'node:crypto'
import type { StudyOutcome } from '@readroom/contracts/bulk-actions'
import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { insertDispatch, lockDispatches } from '@readroom/db/queries/dispatches'
import { findFinalizedReport } from '@readroom/db/queries/reports'
import { emitJob } from './outbox.ts'
import { perStudy } from './per-study.ts'
import { checkShareable } from './sharing.ts'
import { lockVisibleStudy } from './studies.ts'

type Mail = { email: string; recipientName: string | null; withImages: boolean }
type Dispatch = Mail & { studyIds: readonly string[]; requestId?: string | undefined }

/** The report of a study that may be sent. Throws STUDY_NOT_FOUND, REPORT_NOT_FINALIZED, REPORT_NOT_RELEASED, and what `checkShareable` throws. */
async function lockDispatchable(tx: Tx, actor: Actor, studyId: string, { withImages }: Pick<Mail, 'withImages'>) {
  const study = await lockVisibleStudy(tx, actor, studyId)
  const report = await findFinalizedReport(tx, study.id)
  if (!report) throw new AppError('REPORT_NOT_FINALIZED')
  if (report.releasedAt === null) throw new AppError('REPORT_NOT_RELEASED')
  if (withImages) await checkShareable(tx, actor, study)
  return report
}

async function recordDispatch(tx: Tx, actor: Actor, studyId: string, batch: Mail & { batchId: string }): Promise<void> {
  const { id: reportId, version } = await lockDispatchable(tx, actor, studyId, batch)
  await insertDispatch(tx, { ...batch, studyId, reportId, reportVersion: version, dispatchedBy: actor.userId })
  const details = { reportId, version, batchId: batch.batchId, withImages: batch.withImages }
  await audit(tx, actor, { action: 'report.dispatched', target: { type: 'study', id: studyId }, details })
}

/** The studies that the request has sent already, and its answer was lost. Throws CONFLICT where it sent something else, or somebody else did. */
async function sentBefore(
  tx: Tx,
  { userId }: Actor,
  { studyIds, email, recipientName, withImages, requestId }: Dispatch,
): Promise<Set<string>> {
  const rows = requestId === undefined ? [] : await lockDispatches(tx, requestId)
  const isSame = rows.every(
    (row) =>
      row.dispatchedBy === userId &&
      row.email === email &&
      row.recipientName === recipientName &&
      row.withImages === withImages &&
      studyIds.includes(row.studyId),
  )
  if (!isSame) throw new AppError('CONFLICT')
  return new Set(rows.map(({ studyId }) => studyId))
}

/** Sends nothing more. Of a study that was refused, why; CONFLICT where nothing refuses it any more. */
async function answerAgain(tx: Tx, actor: Actor, sent: ReadonlySet<string>, { studyIds, ...mail }: Dispatch) {
  return perStudy(studyIds.toSorted(), async (studyId) => {
    if (sent.has(studyId)) return
    await lockDispatchable(tx, actor, studyId, mail)
    throw new AppError('CONFLICT')
  })
}

/**
 * Records each study's newest finalized report as sent, and queues one mail for all of them. A study's refusal is its answer.
 * The same request again sends nothing more. Links to images are made when they are mailed, see `issueDispatchLinks`. Throws CONFLICT.
 */
export async function dispatchReports(tx: Tx, actor: Actor, dispatch: Dispatch): Promise<StudyOutcome[]> {
  const sent = await sentBefore(tx, actor, dispatch)
  if (sent.size > 0) return answerAgain(tx, actor, sent, dispatch)
  const { studyIds, requestId, ...mail } = dispatch
  const batch = { ...mail, batchId: requestId ?? randomUUID() }
  // Always in the same order: two callers never wait for each other's studies.
  const outcomes = await perStudy(studyIds.toSorted(), (studyId) => recordDispatch(tx, actor, studyId, batch))
  if (outcomes.some(({ error }) => error === null)) await emitJob(tx, 'dispatch.send', { batchId: batch.batchId })
  return outcomes
}
