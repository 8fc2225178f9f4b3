import { AppError } from '@readroom/contracts/errors'
import { nextStatus, statusTable } from '@readroom/contracts/study-workflow'
import { eq, sql } from 'drizzle-orm'
import { emitLive } from './outbox.js'
import { studies, studyEventLog } from './schema/studies.js'
/**
 * The only writer of a study's status. The study's row must be locked by the caller (`for update`).
 * Appends to `study_events` and queues the live event. Throws INVALID_TRANSITION where the workflow table refuses the event.
 */
export async function transition(tx, study, event, { actorUserId, reason, details = {}, formerDoctorIds = [] }) {
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
//# sourceMappingURL=transition.js.map
