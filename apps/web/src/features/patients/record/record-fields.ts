import { rowName } from '@readroom/contracts/core/person-names'
import { type NameField, nameFields } from '@readroom/contracts/patients/name-fields'
import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { recordFields as savedFields } from '@readroom/contracts/patients/record-fields'
import { ofEachManualMark, studyMarks } from '@readroom/contracts/studies/study-marks'
import { z } from 'zod'
import { formatDate } from '../../../lib/format.ts'

const tick = (is: boolean) => (is ? 'yes' : '')

/** How the form reads each of its fields. Each mark is one field of the form. */
const readers = {
  salutation: (record) => record.patientInfo.salutation,
  fullName: (record) => record.patientInfo.fullName,
  familyName: (record) => record.patientInfo.familyName,
  givenName: (record) => record.patientInfo.givenName,
  middleName: (record) => record.patientInfo.middleName,
  namePrefix: (record) => record.patientInfo.namePrefix,
  nameSuffix: (record) => record.patientInfo.nameSuffix,
  ideographicFamilyName: (record) => record.patientInfo.ideographicFamilyName,
  ideographicGivenName: (record) => record.patientInfo.ideographicGivenName,
  phoneticFamilyName: (record) => record.patientInfo.phoneticFamilyName,
  phoneticGivenName: (record) => record.patientInfo.phoneticGivenName,
  patientId: (record) => record.patientInfo.patientId,
  age: (record) => record.patientInfo.age,
  gender: (record) => record.patientInfo.gender,
  dateOfBirth: (record) => record.patientInfo.dateOfBirth,
  contactPhone: (record) => record.patientInfo.contactPhone,
  contactEmail: (record) => record.patientInfo.contactEmail,
  address: (record) => record.patientInfo.address,
  accessionNumber: (record) => record.studyInfo.accessionNumber,
  examDescription: (record) => record.studyInfo.examDescription,
  code: (record) => record.studyInfo.code,
  lmp: (record) => record.studyInfo.lmp,
  examType: (record) => record.visitInfo.examType,
  mlcCase: (record) => tick(record.studyInfo.mlcCase),
  ...ofEachManualMark((mark) => (record: PatientRecord) => tick(record.studyInfo.caseFlags.includes(mark))),
  caseType: (record) => record.studyInfo.caseType,
  studyPriority: (record) => record.studyInfo.studyPriority,
  priorityLevel: (record) => record.studyInfo.priorityLevel,
  clinicalHistory: (record) => record.clinicalInfo.clinicalHistory,
  previousInjury: (record) => record.clinicalInfo.previousInjury,
  previousSurgery: (record) => record.clinicalInfo.previousSurgery,
  referringPhysician: (record) => record.studyInfo.physicians.referring.pn,
  referringPhysicianEmail: (record) => record.visitInfo.referringPhysicianEmail,
  referringPhysicianMobile: (record) => record.visitInfo.referringPhysicianMobile,
  referringPhysicianInstitution: (record) => record.visitInfo.referringPhysicianInstitution,
  requestingPhysician: (record) => record.studyInfo.physicians.requesting.pn,
  requestingPhysicianEmail: (record) => record.visitInfo.requestingPhysicianEmail,
  requestingPhysicianMobile: (record) => record.visitInfo.requestingPhysicianMobile,
  requestingPhysicianInstitution: (record) => record.visitInfo.requestingPhysicianInstitution,
  technologistName: (record) => record.visitInfo.technologistName,
  technologistMobile: (record) => record.visitInfo.technologistMobile,
  technologistComments: (record) => record.visitInfo.technologistComments,
  technologistReasonToSend: (record) => record.visitInfo.technologistReasonToSend,
} satisfies Record<string, (record: PatientRecord) => string | null>

export type FieldName = keyof typeof readers
export const fieldNames = Object.keys(readers).filter((name): name is FieldName => name in readers)

type Field = { label: string; group: string; key: string }

const nameField = (name: NameField): Field => ({ label: nameFields[name].label, group: 'patientInfo', key: name })

/** The fields of the form: their labels, and their places in a save. */
export const recordFields: Record<FieldName, Field> = {
  ...savedFields,
  familyName: nameField('familyName'),
  givenName: nameField('givenName'),
  middleName: nameField('middleName'),
  namePrefix: nameField('namePrefix'),
  nameSuffix: nameField('nameSuffix'),
  ideographicFamilyName: nameField('ideographicFamilyName'),
  ideographicGivenName: nameField('ideographicGivenName'),
  phoneticFamilyName: nameField('phoneticFamilyName'),
  phoneticGivenName: nameField('phoneticGivenName'),
  ...ofEachManualMark((mark) => ({ ...savedFields.caseFlags, label: studyMarks[mark].label })),
}

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
const RecordValues = z.record(z.enum(fieldNames), z.string())
export type RecordValues = z.infer<typeof RecordValues>

/** Returns a field of a record as text, as the form and the printed record show it. */
export const readField = (record: PatientRecord, name: FieldName): string | null => readers[name](record)

export const valuesOf = (record: PatientRecord): RecordValues =>
  RecordValues.parse(Object.fromEntries(fieldNames.map((name) => [name, readField(record, name) ?? ''])))

const isScanned = (record: PatientRecord, name: string): name is keyof PatientRecord['dicom'] => Object.hasOwn(record.dicom, name)

/** Returns the scanner's value for a field. Null if there is none or the scanner doesn't fill this field. */
export const saidByScanner = (record: PatientRecord, name: FieldName): string | null =>
  isScanned(record, name) ? record.dicom[name] || null : null

/** Returns the fields in which two states of the form differ. */
export const differing = (one: RecordValues, other: RecordValues): FieldName[] =>
  fieldNames.filter((name) => one[name].trim() !== other[name].trim())
