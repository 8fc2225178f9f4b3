import { AppError } from '@readroom/contracts/core/errors'
import { nextStatus, type StudyEvent, type StudyStatus, statusTable } from '@readroom/contracts/studies/study-workflow'
import type { Tx } from '@readroom/db/core/client'
import { insertStudyEvent, type Timeline, updateProjection } from '@readroom/db/studies/study-events'
import { emit, emitChanged } from '../core/outbox.ts'
import { queueStudyEvent } from './event-deliveries.ts'
import { findTarget } from './event-target.ts'
import { project } from './timeline.ts'

type TransitionContext = {
  /** The live event that is sent in place of a plain change. */
  announce?: 'study.received' | 'study.settled'
  /** Null: the system. */
  actorUserId: string | null
  reason?: string
  details?: Record<string, unknown>
  /** The study's doctors after this event, written together with its status. Their assignments follow in the same transaction. */
  doctorIds?: string[]
  /** Doctors who lose the study with this event and must hear that it went. */
  formerDoctorIds?: string[]
  /** A laboratory that loses the study and must hear that it went; only with an event that leaves the status unchanged. */
  formerLabId?: string | null
}

/** Adds the target to an event that sets a deadline, so that the event says by which rule. */
async function withTarget(
  tx: Tx<'study'>,
  study: { id: string } & Timeline,
  event: StudyEvent,
  details: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const target = await findTarget(tx, study, { event, details })
  return target === null ? details : { ...details, target }
}

/**
 * The only writer of a study's status and timeline.
 * Appends to `study_events`, and queues the live event and what laboratories' systems are told. Returns the study as it is now. Throws INVALID_TRANSITION if the workflow table refuses
 * the event.
 */
export async function transition<S extends { id: string; status: StudyStatus } & Timeline>(
  tx: Tx<'study'>,
  study: S,
  event: StudyEvent,
  context: TransitionContext,
): Promise<S> {
  const to = nextStatus(study.status, event)
  if (to === null) throw new AppError('INVALID_TRANSITION', { status: statusTable[study.status].label })
  const { actorUserId, reason } = context
  const details = await withTarget(tx, study, event, context.details)
  const change = { fromStatus: study.status, toStatus: to, actorUserId, reason: reason ?? null, details }
  const happened = await insertStudyEvent(tx, { studyId: study.id, event, ...change })
  const changes = { ...project(study, happened), status: to }
  await updateProjection(tx, study.id, { ...changes, doctorIds: context.doctorIds })
  await queueStudyEvent(tx, study.id, { event, from: study.status, to })
  const { formerDoctorIds = [], formerLabId = null, announce } = context
  if (to !== study.status) await emit(tx, { type: 'study.status', studyId: study.id, status: to, formerDoctorIds })
  if (announce) await emit(tx, { type: announce, studyId: study.id })
  else if (to === study.status) await emitChanged(tx, study.id, { formerDoctorIds, formerLabId })
  return { ...study, ...changes }
}
