import { AppError } from '@readroom/contracts/errors'
import type { StudyRow } from '@readroom/db/queries/studies'
import type { Orthanc } from '@readroom/orthanc/client'

/**
 * Makes sure that in the archive the study's UID stands for this study alone. The archive finds images by their UIDs, and the same UIDs under
 * another patient id are another patient's study there, which the database may not have seen yet. Asked anew for every request, because
 * such a study can come at any moment. Throws STUDY_UID_AMBIGUOUS, or STUDY_NOT_FOUND where the archive does not have the study.
 */
export async function checkSoleStudy(
  orthanc: Orthanc,
  { orthancId, studyInstanceUid }: Pick<StudyRow, 'orthancId' | 'studyInstanceUid'>,
): Promise<void> {
  const ids = await orthanc.findStudies(studyInstanceUid)
  if (ids.length > 1) throw new AppError('STUDY_UID_AMBIGUOUS')
  if (ids[0] !== orthancId) throw new AppError('STUDY_NOT_FOUND')
}
