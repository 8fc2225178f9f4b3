import { type LiveEventInput, storedLiveEvent } from '@readroom/contracts/worklist/live'
import type { Tx } from '@readroom/db/core/client'
import { appendToOutbox } from '@readroom/db/core/outbox'
import { type JobName, type JobPayload, storedPayload } from '@readroom/jobs/jobs'

/** Tells every page that may hear of them; they leave when the transaction commits. */
export async function emit(tx: Tx, ...events: readonly LiveEventInput[]): Promise<void> {
  await appendToOutbox(
    tx,
    events.map((event) => ({ kind: 'live', name: event.type, payload: storedLiveEvent(event) })),
  )
}

/** Queues a job; leaves when the transaction commits. */
export async function emitJob<N extends JobName>(tx: Tx, name: N, payload: JobPayload<N>): Promise<void> {
  await appendToOutbox(tx, [{ kind: 'job', name, payload: storedPayload(name, payload) }])
}

type Former = { formerDoctorIds?: string[]; formerLabId?: string | null }

/** A study's row looks different now, but for its status. Doctors and a laboratory who lose it with that must hear that it went. */
export function changedEvent(studyId: string, { formerDoctorIds = [], formerLabId = null }: Former = {}): LiveEventInput {
  return { type: 'study.changed', studyId, formerDoctorIds, ...(formerLabId !== null && { formerLabId }) }
}

/** Tells every page that may hear of it that a study's row looks different. */
export const emitChanged = (tx: Tx, studyId: string, former: Former = {}): Promise<void> =>
  emit(tx, changedEvent(studyId, former))
