import type { PatientRecord } from '@readroom/contracts/patients'

type Group = 'patientInfo' | 'clinicalInfo' | 'physicianInfo' | 'technologistInfo' | 'priorityInfo' | 'studyInfo'

type Field = {
  label: string
  group: Group
  /** Its name in the group of the save. */
  key: string
  read: (record: PatientRecord) => string | null
  /** What the scanner says of it. */
  dicom?: keyof PatientRecord['dicom']
}

const flag = (is: boolean) => (is ? 'yes' : '')

/** Every field of the record that people write: how it is called, read and saved. */
const fields = {
  salutation: { label: 'Salutation', group: 'patientInfo', key: 'salutation', read: (r) => r.patientInfo.salutation },
  fullName: {
    ...{ label: 'Patient name', group: 'patientInfo', key: 'fullName', dicom: 'fullName' },
    read: (r) => r.patientInfo.fullName,
  },
  patientId: {
    ...{ label: 'Patient ID', group: 'patientInfo', key: 'patientId', dicom: 'patientId' },
    read: (r) => r.patientInfo.patientId,
  },
  age: { label: 'Age', group: 'patientInfo', key: 'age', dicom: 'age', read: (r) => r.patientInfo.age },
  gender: { label: 'Gender', group: 'patientInfo', key: 'gender', dicom: 'gender', read: (r) => r.patientInfo.gender },
  dateOfBirth: {
    ...{ label: 'DOB', group: 'patientInfo', key: 'dateOfBirth', dicom: 'dateOfBirth' },
    read: (r) => r.patientInfo.dateOfBirth,
  },
  contactPhone: { label: 'Phone', group: 'patientInfo', key: 'contactPhone', read: (r) => r.patientInfo.contactPhone },
  contactEmail: { label: 'Email', group: 'patientInfo', key: 'contactEmail', read: (r) => r.patientInfo.contactEmail },
  address: { label: 'Address', group: 'patientInfo', key: 'address', read: (r) => r.patientInfo.address },
  accessionNumber: {
    ...{ label: 'Accession number', group: 'studyInfo', key: 'accessionNumber', dicom: 'accessionNumber' },
    read: (r) => r.studyInfo.accessionNumber,
  },
  examDescription: {
    ...{ label: 'Exam description', group: 'studyInfo', key: 'examDescription', dicom: 'examDescription' },
    read: (r) => r.studyInfo.examDescription,
  },
  code: { label: 'Code', group: 'studyInfo', key: 'code', read: (r) => r.studyInfo.code },
  lmp: { label: 'LMP', group: 'studyInfo', key: 'lmp', read: (r) => r.studyInfo.lmp },
  examType: { label: 'Exam type', group: 'studyInfo', key: 'examType', read: (r) => r.visitInfo.examType },
  mlcCase: { label: 'MLC Case', group: 'studyInfo', key: 'mlcCase', read: (r) => flag(r.studyInfo.mlcCase) },
  meetReferralDoctor: {
    ...{ label: 'Meet referral doctor', group: 'studyInfo', key: 'caseFlags' },
    read: (r) => flag(r.studyInfo.caseFlags.includes('meetReferralDoctor')),
  },
  studyException: {
    ...{ label: 'Study Exception', group: 'studyInfo', key: 'caseFlags' },
    read: (r) => flag(r.studyInfo.caseFlags.includes('studyException')),
  },
  billedStudy: {
    ...{ label: 'Billed Study', group: 'studyInfo', key: 'caseFlags' },
    read: (r) => flag(r.studyInfo.caseFlags.includes('billedStudy')),
  },
  caseType: { label: 'Case type', group: 'priorityInfo', key: 'caseType', read: (r) => r.studyInfo.caseType },
  studyPriority: {
    ...{ label: 'Study status change', group: 'priorityInfo', key: 'studyPriority' },
    read: (r) => r.studyInfo.studyPriority,
  },
  priorityLevel: {
    ...{ label: 'Priority level', group: 'priorityInfo', key: 'priorityLevel' },
    read: (r) => r.studyInfo.priorityLevel,
  },
  clinicalHistory: {
    ...{ label: 'Clinical History', group: 'clinicalInfo', key: 'clinicalHistory' },
    read: (r) => r.clinicalInfo.clinicalHistory,
  },
  previousInjury: {
    ...{ label: 'Previous Injury', group: 'clinicalInfo', key: 'previousInjury' },
    read: (r) => r.clinicalInfo.previousInjury,
  },
  previousSurgery: {
    ...{ label: 'Previous Surgery', group: 'clinicalInfo', key: 'previousSurgery' },
    read: (r) => r.clinicalInfo.previousSurgery,
  },
  referringPhysician: {
    ...{ label: 'Referring physician', group: 'physicianInfo', key: 'referringPhysician', dicom: 'referringPhysician' },
    read: (r) => r.visitInfo.referringPhysician,
  },
  referringPhysicianEmail: {
    ...{ label: 'Email of the referring physician', group: 'physicianInfo', key: 'referringPhysicianEmail' },
    read: (r) => r.visitInfo.referringPhysicianEmail,
  },
  referringPhysicianMobile: {
    ...{ label: 'Mobile of the referring physician', group: 'physicianInfo', key: 'referringPhysicianMobile' },
    read: (r) => r.visitInfo.referringPhysicianMobile,
  },
  referringPhysicianInstitution: {
    ...{ label: 'Institution of the referring physician', group: 'physicianInfo', key: 'referringPhysicianInstitution' },
    read: (r) => r.visitInfo.referringPhysicianInstitution,
  },
  requestingPhysician: {
    ...{ label: 'Requesting physician', group: 'physicianInfo', key: 'requestingPhysician', dicom: 'requestingPhysician' },
    read: (r) => r.visitInfo.requestingPhysician,
  },
  requestingPhysicianEmail: {
    ...{ label: 'Email of the requesting physician', group: 'physicianInfo', key: 'requestingPhysicianEmail' },
    read: (r) => r.visitInfo.requestingPhysicianEmail,
  },
  requestingPhysicianMobile: {
    ...{ label: 'Mobile of the requesting physician', group: 'physicianInfo', key: 'requestingPhysicianMobile' },
    read: (r) => r.visitInfo.requestingPhysicianMobile,
  },
  requestingPhysicianInstitution: {
    ...{ label: 'Institution of the requesting physician', group: 'physicianInfo', key: 'requestingPhysicianInstitution' },
    read: (r) => r.visitInfo.requestingPhysicianInstitution,
  },
  technologistName: {
    ...{ label: 'Technologist', group: 'technologistInfo', key: 'name', dicom: 'technologistName' },
    read: (r) => r.visitInfo.technologistName,
  },
  technologistMobile: {
    ...{ label: 'Mobile of the technologist', group: 'technologistInfo', key: 'mobile' },
    read: (r) => r.visitInfo.technologistMobile,
  },
  technologistComments: {
    ...{ label: 'Comments of the technologist', group: 'technologistInfo', key: 'comments' },
    read: (r) => r.visitInfo.technologistComments,
  },
  technologistReasonToSend: {
    ...{ label: 'Reason to send', group: 'technologistInfo', key: 'reasonToSend' },
    read: (r) => r.visitInfo.technologistReasonToSend,
  },
} satisfies Record<string, Field>

export type FieldName = keyof typeof fields
/** Fields as the form holds them: nothing is the empty text, a flag that is set is `yes`. */
export type RecordValues = Record<FieldName, string>

export const recordFields: Record<FieldName, Field> = fields
export const fieldNames = Object.keys(fields).filter((name): name is FieldName => name in fields)

const fromFields = (read: (name: FieldName) => string): RecordValues => {
  const entries = fieldNames.map((name) => [name, read(name)] as const)
  return { ...emptyValues, ...Object.fromEntries(entries) }
}

const emptyValues: RecordValues = {
  ...{ salutation: '', fullName: '', patientId: '', age: '', gender: '', dateOfBirth: '', contactPhone: '', contactEmail: '' },
  ...{ address: '', accessionNumber: '', examDescription: '', code: '', lmp: '', examType: '', mlcCase: '' },
  ...{ meetReferralDoctor: '', studyException: '', billedStudy: '', caseType: '', studyPriority: '', priorityLevel: '' },
  ...{ clinicalHistory: '', previousInjury: '', previousSurgery: '' },
  ...{ referringPhysician: '', referringPhysicianEmail: '', referringPhysicianMobile: '', referringPhysicianInstitution: '' },
  ...{ requestingPhysician: '', requestingPhysicianEmail: '', requestingPhysicianMobile: '', requestingPhysicianInstitution: '' },
  ...{ technologistName: '', technologistMobile: '', technologistComments: '', technologistReasonToSend: '' },
}

export const valuesOf = (record: PatientRecord): RecordValues => fromFields((name) => recordFields[name].read(record) ?? '')

/** What the scanner says of a field; null where it says nothing, or fills no such field. */
export function saidByScanner(record: PatientRecord, name: FieldName): string | null {
  const { dicom } = recordFields[name]
  return dicom === undefined ? null : record.dicom[dicom]
}

/** The fields in which two states of the form differ. */
export const differing = (one: RecordValues, other: RecordValues): FieldName[] =>
  fieldNames.filter((name) => one[name].trim() !== other[name].trim())
