import { eachName } from '@readroom/contracts/core/each-name'
import { rowName } from '@readroom/contracts/core/person-names'
import { type NameField, nameFieldNames, nameFields } from '@readroom/contracts/patients/name-fields'
import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { recordFieldNames, recordFields as savedFields, savedKey, shownGroups } from '@readroom/contracts/patients/record-fields'
import { ManualMark, manualMarks, studyMarks } from '@readroom/contracts/studies/study-marks'
import { formatDate } from '../../../lib/format.ts'

/** The fields of the form: the saved ones, the parts of a name, and each mark by itself. */
export const fieldNames = [...recordFieldNames.filter((name) => name !== 'caseFlags'), ...nameFieldNames, ...manualMarks]
export type FieldName = (typeof fieldNames)[number]

/** The fields of each section of the form, which are also printed. The section opens if one of them is wrong. */
export const sections = {
  patient: ['salutation', 'fullName', ...nameFieldNames, 'patientId', 'accessionNumber', 'age', 'gender', 'dateOfBirth'],
  study: ['examDescription', 'code', 'lmp'],
  contact: ['contactPhone', 'contactEmail', 'address'],
  clinical: ['clinicalHistory', 'previousInjury', 'previousSurgery'],
} as const satisfies Record<string, readonly FieldName[]>

const isNamePart = (name: FieldName): name is NameField => name in nameFields
const isManualMark = (name: FieldName): name is ManualMark => ManualMark.safeParse(name).success

/** The labels of the fields, and their places in a save. */
export const recordFields = eachName(fieldNames, (name) => {
  if (isNamePart(name)) return { label: nameFields[name].label, group: 'patientInfo', key: name } as const
  if (isManualMark(name)) return { label: studyMarks[name].label, group: 'studyInfo', key: 'caseFlags' } as const
  const { label, group } = savedFields[name]
  return { label, group, key: savedKey(name) }
})

const dayFields = ['dateOfBirth', 'lmp'] as const satisfies readonly FieldName[]
/** A field that holds a day, as yyyy-mm-dd. */
export type DayFieldName = (typeof dayFields)[number]
const isDayField = (name: FieldName): name is DayFieldName => dayFields.some((day) => day === name)

const physicianNames = ['referringPhysician', 'requestingPhysician'] as const satisfies readonly FieldName[]
/** A field that holds a name as DICOM writes it. */
export type PhysicianName = (typeof physicianNames)[number]
const isPhysicianName = (name: FieldName): name is PhysicianName => physicianNames.some((one) => one === name)

/** Returns a value of a field as it is shown. Days are shown in the page's order, names without delimiters. */
export function shownValue(name: FieldName, value: string): string {
  if (isPhysicianName(name)) return rowName(value) ?? ''
  return isDayField(name) ? formatDate(value) : value
}

/** The fields as the form holds them. A missing value is an empty string, a set mark is `yes`. */
export type RecordValues = Record<FieldName, string>

const tick = (is: boolean) => (is ? 'yes' : '')

/** Fields that the answer has in another place or form than its others. */
const ownReaders: Partial<Record<FieldName, (record: PatientRecord) => string | null>> = {
  mlcCase: ({ studyInfo }) => tick(studyInfo.mlcCase),
  examType: ({ visitInfo }) => visitInfo.examType,
  referringPhysician: ({ studyInfo }) => studyInfo.physicians.referring.pn,
  requestingPhysician: ({ studyInfo }) => studyInfo.physicians.requesting.pn,
}

/** Returns a field of a record as text, as the form holds it. */
export function readField(record: PatientRecord, name: FieldName): string | null {
  const own = ownReaders[name]
  if (own) return own(record)
  if (isManualMark(name)) return tick(record.studyInfo.caseFlags.includes(name))
  const shown: Record<string, unknown> = record[shownGroups[recordFields[name].group]]
  const value = shown[name]
  return typeof value === 'string' ? value : null
}

export const valuesOf = (record: PatientRecord): RecordValues => eachName(fieldNames, (name) => readField(record, name) ?? '')

const isScanned = (record: PatientRecord, name: string): name is keyof PatientRecord['dicom'] => Object.hasOwn(record.dicom, name)

/** Returns the scanner's value for a field. Null if there is none or the scanner doesn't fill this field. */
export const saidByScanner = (record: PatientRecord, name: FieldName): string | null =>
  isScanned(record, name) ? record.dicom[name] || null : null

/** Returns the fields in which two states of the form differ. */
export const differing = (one: RecordValues, other: RecordValues): FieldName[] =>
  fieldNames.filter((name) => one[name].trim() !== other[name].trim())
