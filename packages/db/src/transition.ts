import { AppError } from '@readroom/contracts/errors'
import { nextStatus, type StudyEvent, type StudyStatus, statusTable } from '@readroom/contracts/study-workflow'
import { eq, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { emitLive } from './outbox.ts'
import { studies, studyEventLog } from './schema/studies.ts'

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
  tx: Db,
  study: { id: string; status: StudyStatus },
  event: StudyEvent,
  { actorUserId, reason, details = {}, formerDoctorIds = [] }: TransitionContext,
): Promise<StudyStatus> {
  const to = nextStatus(study.status, event)
  if (to === null) throw new AppError('INVALID_TRANSITION', { status: statusTable[study.status].label })
  if (to !== study.status) await tx.update(studies).set({ status: to, updatedAt: sql`now()` }).where(eq(studies.id, study.id))
  await tx
    .insert(studyEventLog)
    .values({ studyId: study.id, event, fromStatus: study.status, toStatus: to, actorUserId, reason: reason ?? null, details })
  await emitLive(
    tx,
    to === study.status
      ? { type: 'study.changed', studyId: study.id, formerDoctorIds }
      : { type: 'study.status', studyId: study.id, status: to, formerDoctorIds },
  )
  return to
}
