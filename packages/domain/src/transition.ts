import { AppError } from '@readroom/contracts/errors'
import { nextStatus, type StudyEvent, type StudyStatus, statusTable } from '@readroom/contracts/study-workflow'
import type { Tx } from '@readroom/db/client'
import { insertStudyEvent, type Timeline, updateProjection } from '@readroom/db/queries/study-events'
import { emit, emitChanged } from './outbox.ts'
import { project } from './timeline.ts'

type TransitionContext = {
  /** Null: the system. */
  actorUserId: string | null
  reason?: string
  details?: Record<string, unknown>
  /** Doctors who lose the study with this event and must hear that it went. */
  formerDoctorIds?: string[]
}

/**
 * The only writer of a study's status and timeline. The study's row must be locked by the caller (`for update`).
 * Appends to `study_events` and queues the live event. Answers the study as it is now. Throws INVALID_TRANSITION where the workflow table refuses
 * the event.
 */
export async function transition<S extends { id: string; status: StudyStatus } & Timeline>(
  tx: Tx,
  study: S,
  event: StudyEvent,
  { actorUserId, reason, details = {}, formerDoctorIds = [] }: TransitionContext,
): Promise<S> {
  const to = nextStatus(study.status, event)
  if (to === null) throw new AppError('INVALID_TRANSITION', { status: statusTable[study.status].label })
  const change = { fromStatus: study.status, toStatus: to, actorUserId, reason: reason ?? null, details }
  const happened = await insertStudyEvent(tx, { studyId: study.id, event, ...change })
  const changes = { ...project(study, happened), status: to }
  await updateProjection(tx, study.id, changes)
  if (to === study.status) await emitChanged(tx, study.id, formerDoctorIds)
  else await emit(tx, { type: 'study.status', studyId: study.id, status: to, formerDoctorIds })
  return { ...study, ...changes }
}
