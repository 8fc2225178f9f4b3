import { AppError } from '@readroom/contracts/core/errors'
import type { StudyRow } from '@readroom/db/studies/studies'
import type { Orthanc } from '@readroom/orthanc/client'
import { shareReads } from '../../core/shared-reads.ts'

export type SoleStudyCheck = (study: Pick<StudyRow, 'orthancId' | 'studyInstanceUid'>) => Promise<void>

/**
 * Checks that the archive has one study with this UID, and that it is ours. The archive finds images by UID, and there the same UIDs under another
 * patient ID are another patient's study, which the database may not know yet. Asks for every request (simultaneous ones share an answer), because
 * such a study can arrive at any time. Throws STUDY_UID_AMBIGUOUS, or STUDY_NOT_FOUND if the archive does not have the study.
 */
export function createSoleStudyCheck(orthanc: Pick<Orthanc, 'findStudies'>): SoleStudyCheck {
  const lookUp = shareReads<string[]>()
  return async ({ orthancId, studyInstanceUid }) => {
    const ids = await lookUp(studyInstanceUid, () => orthanc.findStudies(studyInstanceUid))
    if (ids.length > 1) throw new AppError('STUDY_UID_AMBIGUOUS')
    if (ids[0] !== orthancId) throw new AppError('STUDY_NOT_FOUND')
  }
}
