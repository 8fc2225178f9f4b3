import type { PatientSave } from '@readroom/contracts/patients'
import { type CaseFlag, type CaseType, caseFlags, type Priority } from '@readroom/contracts/primitives'
import type { StudyCorrection, StudyDetails } from '@readroom/db/queries/patient-record'
import type { PatientCorrection, PatientRow } from '@readroom/db/queries/patients'
import type { StudyRow } from '@readroom/db/queries/studies'

/** A field of the record as people saw it before a save and see it after. */
export type FieldChange = { field: string; before: unknown; after: unknown }
type Change<Set> = FieldChange & { set: Set }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '')

/** A field that only people write: written where it differs. */
function written<T, Set>(field: string, before: T, given: T | undefined, set: (value: T) => Set): Change<Set>[] {
  if (given === undefined || isSame(before, given)) return []
  return [{ field, before, after: given, set: set(given) }]
}

type Said<T> = { shown: T | null; correction: T | null; dicom: T | null }

/** A field that the scanner fills and people correct; null puts it back to what the scanner says. */
function corrected<T, Set>(
  field: string,
  { shown, correction, dicom }: Said<T>,
  given: T | null | undefined,
  set: (value: T | null) => Set,
): Change<Set>[] {
  if (given === undefined || (given === null ? correction === null : isSame(shown, given))) return []
  return [{ field, before: shown, after: given ?? dicom, set: set(given) }]
}

/** What a save changes of the patient. */
export function patientChanges(
  { patientInfo: given = {} }: PatientSave,
  patient: PatientRow,
  study: StudyRow,
): Change<PatientCorrection>[] {
  const name = { shown: study.patientName, correction: patient.correctedName, dicom: study.dicomPatientName }
  const sex = { shown: study.patientSex, correction: patient.correctedSex, dicom: study.dicomPatientSex }
  const born = {
    ...{ shown: study.patientBirthDate, correction: patient.correctedBirthDate, dicom: study.dicomPatientBirthDate },
  }
  return [
    ...written('salutation', patient.salutation, given.salutation, (salutation) => ({ salutation })),
    ...corrected('fullName', name, given.fullName, (correctedName) => ({ correctedName })),
    ...corrected('gender', sex, given.gender, (correctedSex) => ({ correctedSex })),
    ...corrected('dateOfBirth', born, given.dateOfBirth, (correctedBirthDate) => ({ correctedBirthDate })),
    ...written('contactPhone', patient.contactPhone, given.contactPhone, (contactPhone) => ({ contactPhone })),
    ...written('contactEmail', patient.contactEmail, given.contactEmail, (contactEmail) => ({ contactEmail })),
    ...written('address', patient.address, given.address, (address) => ({ address })),
    ...written<string | null, PatientCorrection>('patientId', patient.patientId, given.patientId, (patientId) => ({ patientId })),
  ]
}

/** What 'Study status change' sets beside the reset, which is an event of its own. */
const flagOfChange: Record<string, CaseFlag> = {
  'Meet referral doctor': 'meetReferralDoctor',
  'Study Exception': 'studyException',
  'Billed Study': 'billedStudy',
}

function urgencyOf({ priorityInfo, studyInfo }: PatientSave, study: StudyRow) {
  const change = priorityInfo?.studyPriority ?? 'SELECT'
  const isEmergency = change === 'Emergency Case'
  const flag = flagOfChange[change]
  const asked = studyInfo?.caseFlags ?? study.caseFlags
  const flags = caseFlags.filter((one) => one === flag || asked.includes(one))
  return {
    caseType: isEmergency ? 'emergency' : priorityInfo?.caseType,
    mlcCase: change === 'MLC Case' ? true : studyInfo?.mlcCase,
    flags,
    priority: isEmergency ? 'EMERGENCY' : priorityInfo?.priorityLevel,
    isReset: change === 'New Study',
  } as const
}

export type StudyChanges = {
  row: Change<StudyCorrection>[]
  details: Change<Partial<StudyDetails>>[]
  /** Undefined: as it is. */
  priority: Priority | undefined
  /** The same; its change is among those of the row, and is written with its event. */
  caseType: CaseType | undefined
  isReset: boolean
}

/** Texts that only people write; a field of the record each. */
const detailTexts = [
  ...(['previousInjury', 'previousSurgery', 'procedureCode'] as const),
  ...(['referringEmail', 'referringMobile', 'referringInstitution', 'referringContact'] as const),
  ...(['requestingEmail', 'requestingMobile', 'requestingInstitution'] as const),
  ...(['technologistMobile', 'technologistComments', 'technologistReasonToSend'] as const),
]

function textsOf(save: PatientSave): Record<(typeof detailTexts)[number], string | undefined> {
  const { clinicalInfo, physicianInfo, technologistInfo, studyInfo } = save
  return {
    previousInjury: clinicalInfo?.previousInjury,
    previousSurgery: clinicalInfo?.previousSurgery,
    procedureCode: studyInfo?.code,
    referringEmail: physicianInfo?.referringPhysicianEmail,
    referringMobile: physicianInfo?.referringPhysicianMobile,
    referringInstitution: physicianInfo?.referringPhysicianInstitution,
    referringContact: physicianInfo?.referringPhysicianContact,
    requestingEmail: physicianInfo?.requestingPhysicianEmail,
    requestingMobile: physicianInfo?.requestingPhysicianMobile,
    requestingInstitution: physicianInfo?.requestingPhysicianInstitution,
    technologistMobile: technologistInfo?.mobile,
    technologistComments: technologistInfo?.comments,
    technologistReasonToSend: technologistInfo?.reasonToSend,
  }
}

/** What a save changes of a study. */
export function studyChanges(save: PatientSave, study: StudyRow, details: StudyDetails): StudyChanges {
  const { patientInfo = {}, clinicalInfo = {}, physicianInfo = {}, technologistInfo = {}, studyInfo = {} } = save
  const urgency = urgencyOf(save, study)
  const age = { shown: study.patientAge, correction: study.correctedPatientAge, dicom: study.dicomPatientAge }
  const accession = {
    ...{ shown: study.accessionNumber, correction: study.correctedAccessionNumber, dicom: study.dicomAccessionNumber },
  }
  const description = { shown: study.description, correction: study.correctedDescription, dicom: study.dicomDescription }
  const referring = {
    ...{ shown: study.referringPhysician, correction: study.correctedReferringPhysician, dicom: study.dicomReferringPhysician },
  }
  const requesting = {
    shown: details.correctedRequestingPhysician ?? study.dicomRequestingPhysician,
    ...{ correction: details.correctedRequestingPhysician, dicom: study.dicomRequestingPhysician },
  }
  const technologist = {
    shown: details.correctedTechnologist ?? study.dicomOperatorName,
    ...{ correction: details.correctedTechnologist, dicom: study.dicomOperatorName },
  }
  const referringGiven =
    physicianInfo.referringPhysician === undefined ? physicianInfo.referringPhysicianName : physicianInfo.referringPhysician
  return {
    row: [
      ...corrected('age', age, patientInfo.age, (correctedPatientAge) => ({ correctedPatientAge })),
      ...corrected('accessionNumber', accession, studyInfo.accessionNumber, (value) => ({ correctedAccessionNumber: value })),
      ...corrected('examDescription', description, studyInfo.examDescription, (value) => ({ correctedDescription: value })),
      ...corrected('referringPhysician', referring, referringGiven, (value) => ({ correctedReferringPhysician: value })),
      ...written('clinicalHistory', study.clinicalHistory, clinicalInfo.clinicalHistory, (clinicalHistory) => ({
        clinicalHistory,
      })),
      ...written('caseType', study.caseType, urgency.caseType, () => ({})),
      ...written('mlcCase', study.mlcCase, urgency.mlcCase, (mlcCase) => ({ mlcCase })),
      ...written<string[], StudyCorrection>('caseFlags', study.caseFlags, urgency.flags, (flags) => ({ caseFlags: flags })),
      ...written('examType', study.studyType, studyInfo.examType, (value) => ({ studyType: value || null })),
    ],
    details: [
      ...written('lmp', details.lmp, studyInfo.lmp, (lmp) => ({ lmp })),
      ...corrected('requestingPhysician', requesting, physicianInfo.requestingPhysician, (value) => ({
        correctedRequestingPhysician: value,
      })),
      ...corrected('technologistName', technologist, technologistInfo.name, (value) => ({ correctedTechnologist: value })),
      ...detailTexts.flatMap((column) =>
        written(column, details[column], textsOf(save)[column], (value) => ({ [column]: value })),
      ),
    ],
    priority: urgency.priority === study.priority ? undefined : urgency.priority,
    caseType: urgency.caseType,
    isReset: urgency.isReset,
  }
}

/** What a save of one study says to other studies of the same visit: not what is one study's own, nor the patient's. */
export function sharedPart({ version, clinicalInfo, physicianInfo, priorityInfo, studyInfo }: PatientSave): PatientSave {
  const { mlcCase, caseFlags: flags } = studyInfo ?? {}
  return {
    version,
    ...(clinicalInfo && { clinicalInfo }),
    ...(physicianInfo && { physicianInfo }),
    ...(priorityInfo && { priorityInfo }),
    studyInfo: { ...(mlcCase !== undefined && { mlcCase }), ...(flags && { caseFlags: flags }) },
  }
}
