import type { RegisteredRemoval } from '@readroom/contracts/privacy'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { countOfStudies } from '@readroom/db/queries/erasure'
import { lockIntake } from '@readroom/db/queries/intake'
import { insertPrivacyAction, type PrivacyActionRow } from '@readroom/db/queries/privacy'
import { lockAnyStudy, type StudyRow } from '@readroom/db/queries/studies'
import { bySystem } from './first-accounts.ts'
import { removeImages } from './privacy-jobs.ts'
import { removeStudies } from './privacy-removal.ts'

/** What the register says of an action; null of an export, which takes nothing away. */
export function registerEntryOf({ id, kind, requestedAt, subjectId, studyIds }: PrivacyActionRow): RegisteredRemoval | null {
  return kind === 'export' ? null : { id, kind, requestedAt: requestedAt.toISOString(), subjectId, studyIds }
}

const doneAgain = 'Done again after a restore'

/**
 * Does again, in a database restored from an older backup, what was done after it: in the database at once, in archive and storage by a job. Whoever is on
 * hold there is so by the state of the backup. Answers how many studies it took; null where the database knows the action.
 */
export async function replayRemoval(
  tx: Tx,
  { id, kind, requestedAt, subjectId, studyIds }: RegisteredRemoval,
): Promise<number | null> {
  await lockIntake(tx)
  const studies: StudyRow[] = []
  for (const studyId of studyIds.toSorted()) {
    const study = await lockAnyStudy(tx, studyId)
    if (study) studies.push(study)
  }
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
