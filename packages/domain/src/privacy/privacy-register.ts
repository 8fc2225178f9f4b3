import type { RegisteredRemoval } from '@readroom/contracts/privacy/privacy'
import { audit } from '@readroom/db/core/audit'
import type { Before } from '@readroom/db/core/locks'
import { countOfStudies } from '@readroom/db/privacy/erasure'
import { insertPrivacyAction, type PrivacyActionRow } from '@readroom/db/privacy/privacy'
import { lockIntake } from '@readroom/db/studies/intake/intake'
import { lockStudies } from '@readroom/db/studies/studies'
import { bySystem } from '../access/first-accounts.ts'
import { removeImages } from './privacy-jobs.ts'
import { removeStudies } from './privacy-removal.ts'

/** Returns the register's entry for an action. Null for an export, which removes nothing. */
export function registerEntryOf({ id, kind, requestedAt, subjectId, studyIds }: PrivacyActionRow): RegisteredRemoval | null {
  return kind === 'export' ? null : { id, kind, requestedAt: requestedAt.toISOString(), subjectId, studyIds }
}

const doneAgain = 'Done again after a restore'

/**
 * Repeats a removal in a database restored from an older backup: in the database at once, in archive and storage by a job. Holds count as they were
 * in the backup. Returns the number of removed studies; null if the database knows the action.
 */
export async function replayRemoval(
  begun: Before<'intake'>,
  { id, kind, requestedAt, subjectId, studyIds }: RegisteredRemoval,
): Promise<number | null> {
  const [withIntake] = await lockIntake(begun)
  const [tx, studies] = await lockStudies(withIntake, studyIds)
  const present = studies.map((study) => study.id)
  const counts = await countOfStudies(tx, present)
  const noted = { id, kind, requestedAt: new Date(requestedAt), subjectId, studyIds, reason: doneAgain, counts }
  const action = await insertPrivacyAction(tx, noted)
  if (!action) return null
  const patientRowIds = [...new Set(studies.map(({ patientRowId }) => patientRowId))]
  const way = kind === 'anonymisation' || kind === 'study_anonymisation' ? 'anonymise' : 'erase'
  if (kind === 'image_retention') await removeImages(tx, id, studies, patientRowIds)
  else await removeStudies(tx, { actionId: id, way, studies, patientRowIds })
  await audit(tx, bySystem, { action: 'removal.replayed', details: { actionId: id, ...counts } })
  return studies.length
}
