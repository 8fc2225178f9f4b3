import { Address, addressLines } from '@readroom/contracts/people/labs'
import type { StudyDetails } from '@readroom/db/patients/patient-record'
import type { DoctorWithAccount } from '@readroom/db/people/doctors'
import type { ReportSubject } from '@readroom/db/reports/report-subject'
import type { StudyRow } from '@readroom/db/studies/studies'
import type { MergeValues, ReportImage } from '@readroom/word/fill-template'

export type Particulars = {
  study: StudyRow
  /** As people wrote it, or the indication of the order. */
  clinicalHistory: string
  details: StudyDetails
  subject: ReportSubject
  doctor: DoctorWithAccount | null
  signature: ReportImage | null
  /** yyyy-mm-dd, in the clinic's time zone. */
  today: string
}
type Texts = MergeValues['texts']

/** Formats yyyy-mm-dd as dd-mm-yyyy. */
const shownDate = (date: string | null) => date?.split('-').reverse().join('-') ?? ''

const labTexts = ({ lab }: ReportSubject) => ({
  labName: lab?.name ?? '',
  labAddress: addressLines(Address.parse(lab?.address ?? {})),
  labPhone: lab?.phone ?? '',
  labEmail: lab?.email ?? '',
})

const genders = { M: 'M', F: 'F', O: 'Other' } as const

const patientTexts = ({ study, subject }: Particulars) => ({
  salutation: subject.salutation ?? '',
  patientName: study.patientName ?? '',
  patientId: study.patientId ?? '',
  age: study.patientAge ?? '',
  gender: study.patientSex ? genders[study.patientSex] : '',
  dateOfBirth: shownDate(study.patientBirthDate),
})

const studyTexts = ({ study, details, clinicalHistory }: Particulars) => ({
  accessionNumber: study.accessionNumber ?? '',
  examDescription: study.description ?? '',
  modality: study.modalities.join(', '),
  studyDate: shownDate(study.studyDate),
  seriesCount: String(study.seriesCount),
  imageCount: String(study.imageCount),
  center: study.institution ?? '',
  priorityLevel: study.priority,
  caseType: study.caseType,
  referringPhysician: study.referringPhysician ?? '',
  clinicalHistory: clinicalHistory.trim(),
  previousInjury: details.previousInjury.trim(),
  previousSurgery: details.previousSurgery.trim(),
})

const doctorTexts = (doctor: DoctorWithAccount | null) => ({
  doctorName: doctor?.account.fullName ?? '',
  doctorQualifications: doctor?.profile.qualifications.join(', ') ?? '',
  doctorSpecialization: doctor?.profile.specialization ?? '',
  doctorLicenseNumber: doctor?.profile.licenseNumber ?? '',
})

/** Returns the values of a template's fields for a study. Unknown values are empty. */
export function toMergeValues(known: Particulars): MergeValues {
  const texts: Texts = {
    ...labTexts(known.subject),
    ...patientTexts(known),
    ...studyTexts(known),
    ...doctorTexts(known.doctor),
    generatedDate: shownDate(known.today),
  }
  return { texts, doctorSignature: known.signature }
}
