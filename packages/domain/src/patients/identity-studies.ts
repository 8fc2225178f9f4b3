import { createHash } from 'node:crypto'
import type { IdentityStudy } from '@readroom/contracts/patients/identity-reviews'
import type { StudyRow } from '@readroom/db/studies/studies'

/** Returns a study with the identity that lists show of it. */
export function toIdentityStudy(study: StudyRow): IdentityStudy {
  return {
    studyId: study.id,
    patientName: study.patientName,
    birthDate: study.patientBirthDate,
    sex: study.patientSex,
    patientId: study.patientId,
    studyDate: study.studyDate,
    description: study.description,
    modality: study.modalities.join(', ') || null,
    accessionNumber: study.accessionNumber,
    status: study.status,
  }
}

/** Returns a hash of the names, birth dates and studies that somebody was shown: a command that carries it is refused once they changed. */
export function fingerprintOf(studies: readonly StudyRow[]): string {
  const shown = studies
    .map(({ id, patientName, patientBirthDate, patientSex, patientId }) => [
      id,
      patientName,
      patientBirthDate,
      patientSex,
      patientId,
    ])
    .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}
