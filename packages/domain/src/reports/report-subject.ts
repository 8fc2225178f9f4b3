import type { ReportSnapshot } from '@readroom/contracts/reading/report-versions'
import type { StudyRow } from '@readroom/db/studies/studies'

/** Returns the patient and study of a report at this moment. They stay the report's, whatever is corrected later. */
export function subjectOf(study: StudyRow): Pick<ReportSnapshot, 'patient' | 'study'> {
  const { patientName, patientPn, patientId, patientSex, patientBirthDate, patientAge } = study
  const { studyInstanceUid, accessionNumber, description, modalities, studyDate, studyTime, referringPhysician } = study
  return {
    patient: { name: patientName, pn: patientPn, id: patientId, sex: patientSex, birthDate: patientBirthDate, age: patientAge },
    study: { studyInstanceUid, accessionNumber, description, modalities, studyDate, studyTime, referringPhysician },
  }
}
