import type { Before } from '@readroom/db/core/locks'
import { findMoveTo, findRenewalFrom } from '@readroom/db/patients/image-moves'
import { emitJob } from '@readroom/domain/core/outbox'
import type { Snapshot } from './snapshot.ts'

/**
 * Reports whether a study of the archive that has no row belongs to a move of images: a copy that is not complete or is on its way back, or images that
 * came late under the former UID of another study. These are moved on to it.
 */
export async function isOfMove(tx: Before<'study'>, { orthancId, told }: Snapshot): Promise<boolean> {
  const made = told === null ? null : await findMoveTo(tx, told.studyInstanceUid)
  if (made !== null) return made.state !== 'moved'
  const renewal = await findRenewalFrom(tx, orthancId)
  if (renewal === null) return false
  await emitJob(tx, 'images.move', { moveId: renewal.id })
  return true
}
