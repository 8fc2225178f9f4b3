import { AppError } from '@readroom/contracts/errors'
import { nextStatus, type StudyEvent, type StudyStatus, statusTable } from '@readroom/contracts/study-workflow'
import type { Tx } from '@readroom/db/client'
import { insertStudyEvent, updateStatus } from '@readroom/db/queries/study-events'
import { emit, emitChanged } from './outbox.ts'

type TransitionContext = {
  /** Null: the system. */
  actorUserId: string | null
  reason?: string
  details?: Record<string, unknown>
  /** Doctors who lose the study with this event and must hear that it went. */
  formerDoctorIds?: string[]
}

/**
 * The only writer of a study's status. The study's row must be locked by the caller (`for update`).
 * Appends to `study_events` and queues the live event. Throws INVALID_TRANSITION where the workflow table refuses the event.
 */
export async function transition(
  tx: Tx,
  study: { id: string; status: StudyStatus },
  event: StudyEvent,
  { actorUserId, reason, details = {}, formerDoctorIds = [] }: TransitionContext,
): Promise<StudyStatus> {
  const to = nextStatus(study.status, event)
  if (to === null) throw new AppError('INVALID_TRANSITION', { status: statusTable[study.status].label })
  if (to !== study.status) await updateStatus(tx, study.id, to)
  const change = { fromStatus: study.status, toStatus: to, actorUserId, reason: reason ?? null, details }
  await insertStudyEvent(tx, { studyId: study.id, event, ...change })
  if (to === study.status) await emitChanged(tx, study.id, formerDoctorIds)
  else await emit(tx, { type: 'study.status', studyId: study.id, status: to, formerDoctorIds })
  return to
}
