import { type StudyEvent, type StudyStatus } from '@readroom/contracts/study-workflow'
import type { Db } from './client.ts'

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
export declare function transition(
  tx: Db,
  study: {
    id: string
    status: StudyStatus
  },
  event: StudyEvent,
  { actorUserId, reason, details, formerDoctorIds }: TransitionContext,
): Promise<StudyStatus>
