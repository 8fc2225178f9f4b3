import { AppError } from '@readroom/contracts/core/errors'
import { nextStatus, type StudyEvent, type StudyStatus, statusTable } from '@readroom/contracts/studies/study-workflow'
import type { LiveEventInput } from '@readroom/contracts/worklist/live'
import type { Tx } from '@readroom/db/core/client'
import { insertStudyEvents, type Timeline, updateProjections } from '@readroom/db/studies/study-events'
import { changedEvent, emit } from '../core/outbox.ts'
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

type Change<S> = { study: S; context: TransitionContext }

/** Returns what pages are told of a change: the event that it announces, else that the row looks different. */
function liveEventsOf<S extends { id: string; status: StudyStatus }>(
  { study, context }: Change<S>,
  to: StudyStatus,
): LiveEventInput[] {
  const { formerDoctorIds = [], formerLabId = null, announce } = context
  const moved: LiveEventInput[] =
    to === study.status ? [] : [{ type: 'study.status', studyId: study.id, status: to, formerDoctorIds }]
  if (announce) return [...moved, { type: announce, studyId: study.id }]
  return moved.length > 0 ? moved : [changedEvent(study.id, { formerDoctorIds, formerLabId })]
}

/**
 * The only writer of the status and timeline of studies. The same happens to each of them.
 * Appends to `study_events`, and queues the live events and what laboratories' systems are told. Returns the studies as they are now, in their
 * order. Throws INVALID_TRANSITION if the workflow table refuses the event for one.
 */
export async function transitionEach<S extends { id: string; status: StudyStatus } & Timeline>(
  tx: Tx<'study'>,
  event: StudyEvent,
  changes: readonly Change<S>[],
): Promise<S[]> {
  const steps = []
  for (const change of changes) {
    const { study, context } = change
    const to = nextStatus(study.status, event)
    if (to === null) throw new AppError('INVALID_TRANSITION', { status: statusTable[study.status].label })
    steps.push({ ...change, to, details: await withTarget(tx, study, event, context.details) })
  }
  const happened = await insertStudyEvents(
    tx,
    steps.map(({ study, context: { actorUserId, reason = null }, to, details }) => {
      return { studyId: study.id, event, fromStatus: study.status, toStatus: to, actorUserId, reason, details }
    }),
  )
  const done = steps.flatMap(({ study, context, to }) => {
    const stored = happened.get(study.id)
    return stored ? { study, context, to, changes: { ...project(study, stored), status: to } } : []
  })
  await updateProjections(
    tx,
    done.map(({ study, context: { doctorIds }, changes }) => ({ studyId: study.id, changes: { ...changes, doctorIds } })),
  )
  for (const { study, to } of done) await queueStudyEvent(tx, study.id, { event, from: study.status, to })
  await emit(tx, ...done.flatMap(({ to, ...change }) => liveEventsOf(change, to)))
  return done.map(({ study, changes }) => ({ ...study, ...changes }))
}

/** As `transitionEach`, for one study. */
export async function transition<S extends { id: string; status: StudyStatus } & Timeline>(
  tx: Tx<'study'>,
  study: S,
  event: StudyEvent,
  context: TransitionContext,
): Promise<S> {
  const [changed = study] = await transitionEach(tx, event, [{ study, context }])
  return changed
}
