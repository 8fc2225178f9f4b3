import { eachName } from '@readroom/contracts/core/each-name'
import { AppError } from '@readroom/contracts/core/errors'
import { readName, rowName, writeName } from '@readroom/contracts/core/person-names'
import type { CaseType, Priority } from '@readroom/contracts/core/primitives'
import { withNameFields } from '@readroom/contracts/patients/name-fields'
import type { PatientSave } from '@readroom/contracts/patients/patients'
import { type RecordField, recordFields, savedKey, type TextField, textsOf } from '@readroom/contracts/patients/record-fields'
import { type ManualMark, manualMarks } from '@readroom/contracts/studies/study-marks'
import type { StudyCorrection, StudyDetails } from '@readroom/db/patients/patient-record'
import type { PatientCorrection, PatientRow } from '@readroom/db/patients/patients'
import type { StudyRow } from '@readroom/db/studies/studies'

/** A field of the record as people saw it before a save and see it after. */
export type FieldChange = { field: RecordField; before: unknown; after: unknown }
type Change<Set> = FieldChange & { set: Set }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '')

/** A field that only people write: written if it differs. */
function written<T, Set>(field: RecordField, before: T, given: T | undefined, set: (value: T) => Set): Change<Set>[] {
  if (given === undefined || isSame(before, given)) return []
  return [{ field, before, after: given, set: set(given) }]
}

/** The texts of a row that only people write, each in the column of its name. */
function textChanges<R extends 'patient' | 'study' | 'details'>(
  row: R,
  save: PatientSave,
  stored: Record<TextField<R>, string>,
): Change<Partial<Record<TextField<R>, string>>>[] {
  return textsOf(row).flatMap((field) => {
    const group: Record<string, unknown> = save[recordFields[field].group] ?? {}
    const given = group[savedKey(field)]
    if (typeof given !== 'string' || given === stored[field]) return []
    return [{ field, before: stored[field], after: given, set: eachName([field], () => given) }]
  })
}

type Said<T> = { shown: T | null; correction: T | null; dicom: T | null }

/** A field that the scanner fills and people correct; null puts it back to what the scanner says. */
function corrected<T, Set>(
  field: RecordField,
  { shown, correction, dicom }: Said<T>,
  given: T | null | undefined,
  set: (value: T | null) => Set,
): Change<Set>[] {
  if (given === undefined || (given === null ? correction === null : isSame(shown, given))) return []
  return [{ field, before: shown, after: given ?? dicom, set: set(given) }]
}

/** The name of a physician, as DICOM writes it or in plain words. The shown words alone are no correction, since other parts may have the same. */
function correctedName<Set>(
  field: RecordField,
  { correction, dicom }: Omit<Said<string>, 'shown'>,
  given: string | null | undefined,
  set: (value: string | null) => Set,
): Change<Set>[] {
  const shown = correction ?? dicom
  if (given === shown) return []
  const isScanners = given === dicom || (given && dicom !== null && writeName(readName(given)) === writeName(readName(dicom)))
  const said = { shown: rowName(shown), correction, dicom: rowName(dicom) }
  return corrected(field, said, isScanners ? null : given, set).map((change) => ({
    ...change,
    after: isScanners || !given ? change.after : rowName(given),
  }))
}

/** A whole name, or some of its parts. A name that is the scanner's again has the scanner's parts. */
function nameChange(
  given: NonNullable<PatientSave['patientInfo']>,
  patient: PatientRow,
  { patientPn, patientName, dicomPatientName: dicom }: StudyRow,
): Change<PatientCorrection>[] {
  const shown = patientPn ?? patientName
  const before = rowName(shown)
  if (given.fullName !== undefined) {
    const said = { shown: before, correction: patient.correctedName, dicom: rowName(dicom) }
    return corrected('fullName', said, given.fullName, (name) => ({ correctedName: name === rowName(dicom) ? dicom : name }))
  }
  const name = withNameFields(shown, given)
  if (name === shown) return []
  const after = rowName(name)
  if (after === null) throw new AppError('PATIENT_NAME_MISSING')
  const isScanners = dicom !== null && name === writeName(readName(dicom))
  return [{ field: 'fullName', before, after, set: { correctedName: isScanners ? null : name } }]
}

/** Returns a save's changes to the patient. Throws PATIENT_NAME_MISSING if no part of the name would be left. */
export function patientChanges(save: PatientSave, patient: PatientRow, study: StudyRow): Change<PatientCorrection>[] {
  const { patientInfo: given = {} } = save
  const sex = { shown: study.patientSex, correction: patient.correctedSex, dicom: study.dicomPatientSex }
  const born = {
    shown: study.patientBirthDate,
    correction: patient.correctedBirthDate,
    dicom: study.dicomPatientBirthDate,
  }
  return [
    ...written('salutation', patient.salutation, given.salutation, (salutation) => ({ salutation })),
    ...nameChange(given, patient, study),
    ...corrected('gender', sex, given.gender, (correctedSex) => ({ correctedSex })),
    ...corrected('dateOfBirth', born, given.dateOfBirth, (correctedBirthDate) => ({ correctedBirthDate })),
    ...textChanges('patient', save, patient),
    ...written<string | null, PatientCorrection>('patientId', patient.patientId, given.patientId, (patientId) => ({ patientId })),
  ]
}

/** The marks that 'Study status change' sets. The reset ('New Study') is an event of its own. */
const markOfChange: Record<string, ManualMark> = {
  'Meet referral doctor': 'meetReferralDoctor',
  'Study Exception': 'studyException',
  'Billed Study': 'billedStudy',
}

function urgencyOf({ priorityInfo, studyInfo }: PatientSave, study: StudyRow) {
  const change = priorityInfo?.studyPriority ?? 'SELECT'
  const isEmergency = change === 'Emergency Case'
  const chosen = markOfChange[change]
  const asked = studyInfo?.caseFlags ?? study.caseFlags
  const marks = manualMarks.filter((mark) => mark === chosen || asked.includes(mark))
  return {
    caseType: isEmergency ? 'emergency' : priorityInfo?.caseType,
    mlcCase: change === 'MLC Case' ? true : studyInfo?.mlcCase,
    marks,
    priority: isEmergency ? 'EMERGENCY' : priorityInfo?.priorityLevel,
    isReset: change === 'New Study',
  } as const
}

export type StudyChanges = {
  row: Change<StudyCorrection>[]
  details: Change<Partial<StudyDetails>>[]
  /** Undefined: as it is. */
  priority: Priority | undefined
  /** Undefined: unchanged. A change is also in `row`, and is written with its event. */
  caseType: CaseType | undefined
  /** Its marks. A change is also in `row`, and is written with their events. */
  marks: ManualMark[]
  isReset: boolean
}

/** Returns a save's changes to the study. */
export function studyChanges(save: PatientSave, study: StudyRow, details: StudyDetails): StudyChanges {
  const { patientInfo = {}, physicianInfo = {}, technologistInfo = {}, studyInfo = {} } = save
  const urgency = urgencyOf(save, study)
  const age = { shown: study.patientAge, correction: study.correctedPatientAge, dicom: study.dicomPatientAge }
  const accession = {
    shown: study.accessionNumber,
    correction: study.correctedAccessionNumber,
    dicom: study.dicomAccessionNumber,
  }
  const description = { shown: study.description, correction: study.correctedDescription, dicom: study.dicomDescription }
  const referring = { correction: study.correctedReferringPhysician, dicom: study.dicomReferringPhysician }
  const requesting = { correction: details.correctedRequestingPhysician, dicom: study.dicomRequestingPhysician }
  const technologist = {
    shown: details.correctedTechnologist ?? rowName(study.dicomOperatorName),
    correction: details.correctedTechnologist,
    dicom: rowName(study.dicomOperatorName),
  }
  const referringGiven =
    physicianInfo.referringPhysician === undefined ? physicianInfo.referringPhysicianName : physicianInfo.referringPhysician
  return {
    row: [
      ...corrected('age', age, patientInfo.age, (correctedPatientAge) => ({ correctedPatientAge })),
      ...corrected('accessionNumber', accession, studyInfo.accessionNumber, (value) => ({ correctedAccessionNumber: value })),
      ...corrected('examDescription', description, studyInfo.examDescription, (value) => ({ correctedDescription: value })),
      ...correctedName('referringPhysician', referring, referringGiven, (value) => ({ correctedReferringPhysician: value })),
      ...textChanges('study', save, study),
      ...written('caseType', study.caseType, urgency.caseType, () => ({})),
      ...written('mlcCase', study.mlcCase, urgency.mlcCase, (mlcCase) => ({ mlcCase })),
      ...written('caseFlags', study.caseFlags, urgency.marks, () => ({})),
      ...written('examType', study.studyType, studyInfo.examType, (value) => ({ studyType: value || null })),
    ],
    details: [
      ...written('lmp', details.lmp, studyInfo.lmp, (lmp) => ({ lmp })),
      ...correctedName('requestingPhysician', requesting, physicianInfo.requestingPhysician, (value) => ({
        correctedRequestingPhysician: value,
      })),
      ...corrected('technologistName', technologist, technologistInfo.name, (value) => ({ correctedTechnologist: value })),
      ...textChanges('details', save, details),
    ],
    priority: urgency.priority === study.priority ? undefined : urgency.priority,
    caseType: urgency.caseType,
    marks: urgency.marks,
    isReset: urgency.isReset,
  }
}

/** Returns the part of a save that also applies to the other studies of the visit: without the fields of the single study and of the patient. */
export function sharedPart({ version, clinicalInfo, physicianInfo, priorityInfo, studyInfo }: PatientSave): PatientSave {
  const { mlcCase, caseFlags } = studyInfo ?? {}
  return {
    version,
    ...(clinicalInfo && { clinicalInfo }),
    ...(physicianInfo && { physicianInfo }),
    ...(priorityInfo && { priorityInfo }),
    studyInfo: { ...(mlcCase !== undefined && { mlcCase }), ...(caseFlags && { caseFlags }) },
  }
}
