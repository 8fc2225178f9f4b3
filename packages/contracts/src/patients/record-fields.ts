import { z } from 'zod'
import { eachName } from '../core/each-name.ts'
import { CalendarDate, CaseType, Email, FullName, line, Priority, paragraph, Salutation } from '../core/primitives.ts'
import { ManualMark, manualMarks } from '../studies/study-marks.ts'

/** The choices of 'Study status change' in the patient record. docs/decisions/patients/patient-record.md describes the effect of each. */
export const statusChanges = [
  'SELECT',
  'Emergency Case',
  'Meet referral doctor',
  'MLC Case',
  'Study Exception',
  'Billed Study',
  'New Study',
] as const
export const StatusChange = z.enum(statusChanges)
export type StatusChange = z.infer<typeof StatusChange>

export const maxHistory = 10_000

/** Left out: as it is. Null: as the scanner says. Empty: nothing, whatever the scanner says. */
const correction = (max: number) => line(max).nullable().optional()
const note = (max: number) => paragraph(max).optional()
const optionalLine = (max: number) => line(max).optional()
const optionalEmail = z.union([z.literal(''), Email]).optional()
/** Empty is the same as null. */
const orNull = <T extends z.ZodType<string, string>>(schema: T) =>
  z
    .union([z.literal(['', 'SELECT']), z.null(), schema])
    .transform((value) => (value === '' || value === 'SELECT' ? null : value))
    .optional()

/** `73`, `73Y`, `6 M`: DICOM's age (PS3.5 section 6.2, AS) without leading zeros. */
const Age = z
  .string()
  .trim()
  .regex(/^\d{1,3}\s?[DWMYdwmy]?$/, 'must be an age such as 73Y or 6M')
  .transform((text) => {
    const [, digits = '', unit = ''] = /^0{0,2}(\d{1,3})\s?(\w?)$/.exec(text) ?? []
    return `${digits}${unit.toUpperCase() || 'Y'}`
  })

const Gender = z.enum(['M', 'F', 'O', 'Other']).transform((gender) => (gender === 'Other' ? 'O' : gender))

/** The group of the answer that shows the fields of a group of a save. */
export const shownGroups = {
  patientInfo: 'patientInfo',
  clinicalInfo: 'clinicalInfo',
  physicianInfo: 'visitInfo',
  technologistInfo: 'visitInfo',
  priorityInfo: 'studyInfo',
  studyInfo: 'studyInfo',
} as const
type Group = keyof typeof shownGroups
type ShownGroup = (typeof shownGroups)[Group]

/** The rows that texts are stored in: of the patient, of the study, and its details. */
type TextRow = 'patient' | 'study' | 'details'

type Field = {
  label: string
  /** A change of the patient is in the history of all their studies. */
  subject: 'patient' | 'study'
  /** Its place in a save. */
  group: Group
  /** Its name in a save, if it is another one. */
  key?: string
  saved: z.ZodType
  /** Of a text that only people write: the row that stores it, in a column of the same name. Everything else follows from it. */
  textOf?: TextRow
}

/** Every field of the patient record that people change, by the name that the study's history stores. */
export const recordFields = {
  salutation: { label: 'Salutation', subject: 'patient', group: 'patientInfo', saved: orNull(Salutation) },
  fullName: { label: 'Patient name', subject: 'patient', group: 'patientInfo', saved: FullName.nullable().optional() },
  patientId: { label: 'Patient ID', subject: 'patient', group: 'patientInfo', saved: line(256).min(1).optional() },
  age: { label: 'Age', subject: 'study', group: 'patientInfo', saved: orNull(Age) },
  gender: { label: 'Gender', subject: 'patient', group: 'patientInfo', saved: orNull(Gender) },
  dateOfBirth: { label: 'DOB', subject: 'patient', group: 'patientInfo', saved: orNull(CalendarDate) },
  contactPhone: { label: 'Phone', subject: 'patient', group: 'patientInfo', saved: optionalLine(64), textOf: 'patient' },
  contactEmail: { label: 'Email', subject: 'patient', group: 'patientInfo', saved: optionalEmail, textOf: 'patient' },
  address: { label: 'Address', subject: 'patient', group: 'patientInfo', saved: note(500), textOf: 'patient' },
  accessionNumber: { label: 'Accession number', subject: 'study', group: 'studyInfo', saved: correction(256) },
  examDescription: { label: 'Exam description', subject: 'study', group: 'studyInfo', saved: correction(1_024) },
  code: { label: 'Code', subject: 'study', group: 'studyInfo', saved: optionalLine(64), textOf: 'details' },
  lmp: { label: 'LMP', subject: 'study', group: 'studyInfo', saved: orNull(CalendarDate) },
  examType: { label: 'Exam type', subject: 'study', group: 'studyInfo', saved: optionalLine(64) },
  mlcCase: { label: 'MLC Case', subject: 'study', group: 'studyInfo', saved: z.boolean().optional() },
  caseFlags: {
    label: 'Marked',
    subject: 'study',
    group: 'studyInfo',
    saved: z.array(ManualMark).max(manualMarks.length).optional(),
  },
  caseType: { label: 'Case type', subject: 'study', group: 'priorityInfo', saved: CaseType.optional() },
  studyPriority: { label: 'Study status change', subject: 'study', group: 'priorityInfo', saved: StatusChange.default('SELECT') },
  priorityLevel: { label: 'Priority level', subject: 'study', group: 'priorityInfo', saved: Priority.optional() },
  clinicalHistory: {
    label: 'Clinical History',
    subject: 'study',
    group: 'clinicalInfo',
    saved: note(maxHistory),
    textOf: 'study',
  },
  previousInjury: {
    label: 'Previous Injury',
    subject: 'study',
    group: 'clinicalInfo',
    saved: note(maxHistory),
    textOf: 'details',
  },
  previousSurgery: {
    label: 'Previous Surgery',
    subject: 'study',
    group: 'clinicalInfo',
    saved: note(maxHistory),
    textOf: 'details',
  },
  referringPhysician: { label: 'Referring physician', subject: 'study', group: 'physicianInfo', saved: correction(400) },
  referringPhysicianEmail: {
    label: 'Email of the referring physician',
    subject: 'study',
    group: 'physicianInfo',
    saved: optionalEmail,
    textOf: 'details',
  },
  referringPhysicianMobile: {
    label: 'Mobile of the referring physician',
    subject: 'study',
    group: 'physicianInfo',
    saved: optionalLine(64),
    textOf: 'details',
  },
  referringPhysicianInstitution: {
    label: 'Institution of the referring physician',
    subject: 'study',
    group: 'physicianInfo',
    saved: optionalLine(200),
    textOf: 'details',
  },
  referringPhysicianContact: {
    label: 'Contact of the referring physician',
    subject: 'study',
    group: 'physicianInfo',
    saved: optionalLine(200),
    textOf: 'details',
  },
  requestingPhysician: { label: 'Requesting physician', subject: 'study', group: 'physicianInfo', saved: correction(400) },
  requestingPhysicianEmail: {
    label: 'Email of the requesting physician',
    subject: 'study',
    group: 'physicianInfo',
    saved: optionalEmail,
    textOf: 'details',
  },
  requestingPhysicianMobile: {
    label: 'Mobile of the requesting physician',
    subject: 'study',
    group: 'physicianInfo',
    saved: optionalLine(64),
    textOf: 'details',
  },
  requestingPhysicianInstitution: {
    label: 'Institution of the requesting physician',
    subject: 'study',
    group: 'physicianInfo',
    saved: optionalLine(200),
    textOf: 'details',
  },
  technologistName: { label: 'Technologist', subject: 'study', group: 'technologistInfo', key: 'name', saved: correction(400) },
  technologistMobile: {
    label: 'Mobile of the technologist',
    subject: 'study',
    group: 'technologistInfo',
    key: 'mobile',
    saved: optionalLine(64),
    textOf: 'details',
  },
  technologistComments: {
    label: 'Comments of the technologist',
    subject: 'study',
    group: 'technologistInfo',
    key: 'comments',
    saved: note(2_000),
    textOf: 'details',
  },
  technologistReasonToSend: {
    label: 'Reason to send',
    subject: 'study',
    group: 'technologistInfo',
    key: 'reasonToSend',
    saved: note(2_000),
    textOf: 'details',
  },
} as const satisfies Record<string, Field>

type Fields = typeof recordFields
export type RecordField = keyof Fields
export const recordFieldNames = Object.keys(recordFields).filter((name): name is RecordField => name in recordFields)
export const patientFieldNames = recordFieldNames.filter((name) => recordFields[name].subject === 'patient')
export const RecordField = z.enum(recordFieldNames)

/** Returns the name that a field has in its group of a save. */
export function savedKey(name: RecordField): string {
  const field: Field = recordFields[name]
  return field.key ?? name
}

type Saved<G extends Group> = {
  [N in RecordField as Fields[N]['group'] extends G
    ? Fields[N] extends { key: infer K extends string }
      ? K
      : N
    : never]: Fields[N]['saved']
}

/** Returns the fields of a group of a save with their schemas. */
export function savedFields<G extends Group>(group: G): Saved<G> {
  const names = recordFieldNames.filter((name) => recordFields[name].group === group)
  // Object.fromEntries forgets which schema belongs to which name.
  return Object.fromEntries(names.map((name) => [savedKey(name), recordFields[name].saved])) as Saved<G>
}

export type TextField<R extends TextRow = TextRow> = {
  [N in RecordField]: Fields[N] extends { textOf: R } ? N : never
}[RecordField]
type ShownText<G extends ShownGroup> = {
  [N in TextField]: (typeof shownGroups)[Fields[N]['group']] extends G ? N : never
}[TextField]

/** Returns the texts that only people write and a row stores. */
export const textsOf = <R extends TextRow>(row: R): TextField<R>[] =>
  recordFieldNames.filter((name): name is TextField<R> => {
    const { textOf }: Field = recordFields[name]
    return textOf === row
  })

const textNames = [...textsOf('patient'), ...textsOf('study'), ...textsOf('details')]

const shownIn = <G extends ShownGroup>(group: G): ShownText<G>[] =>
  textNames.filter((name): name is ShownText<G> => shownGroups[recordFields[name].group] === group)

/** Returns the texts of a group of the answer with their schemas. */
export const shownTexts = <G extends ShownGroup>(group: G) => eachName(shownIn(group), () => z.string())

/** Returns the texts of a group of the answer from the rows that store them. */
export const readTexts = <G extends ShownGroup>(group: G, stored: Record<ShownText<G>, string>) =>
  eachName(shownIn(group), (name) => stored[name])
