import { AppError } from '@readroom/contracts/errors'
import type { StudyRow } from '@readroom/db/queries/studies'
import type { Orthanc } from '@readroom/orthanc/client'
import { shareReads } from '../shared-reads.ts'

export type SoleStudyCheck = (study: Pick<StudyRow, 'orthancId' | 'studyInstanceUid'>) => Promise<void>

/**
 * Makes sure that in the archive a study's UID stands for that study alone. The archive finds images by their UIDs, and the same UIDs under
 * another patient id are another patient's study there, which the database may not have seen yet. Asked anew for every request, or together with
 * others of the moment, because such a study can come at any time. Throws STUDY_UID_AMBIGUOUS, or STUDY_NOT_FOUND where the archive does not have
 * the study.
 */
export function createSoleStudyCheck(orthanc: Pick<Orthanc, 'findStudies'>): SoleStudyCheck {
  const lookUp = shareReads<string[]>()
  return async ({ orthancId, studyInstanceUid }) => {
    const ids = await lookUp(studyInstanceUid, () => orthanc.findStudies(studyInstanceUid))
    if (ids.length > 1) throw new AppError('STUDY_UID_AMBIGUOUS')
    if (ids[0] !== orthancId) throw new AppError('STUDY_NOT_FOUND')
  }
}
