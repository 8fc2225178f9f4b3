import { z } from 'zod'
import { can, type Permission, type Role } from '../core/permissions.ts'

/** The places that show marks. `row`: lists. `print`: the printed patient record. `export`: the spreadsheet of a worklist. */
export type MarkPlace = 'row' | 'readingRoom' | 'summary' | 'print' | 'export'

/** How people set a mark and remove it. */
type Manual = {
  permission: Permission
  /** Whether a note says more. It is free text: erased with the study's, and never in the audit log. */
  hasNote: boolean
  /** The words of its steps in the study's history. */
  steps: { marked: string; unmarked: string }
  /** Whether its steps end a wait in the summary: false if the study waits on as before. */
  endsWait: boolean
  /** Whether laboratory staff see its steps. */
  isShownToStaff: boolean
}

type Mark = {
  label: string
  /** The meaning, and what to do about it. */
  tip: string
  shown: Record<MarkPlace, boolean>
  /** Null: Readroom finds it in the study's data. */
  set: Manual | null
}

/**
 * Every mark of a study: a fact that people must know before they trust its images or its report, or act on it
 * (docs/decisions/studies/study-marks.md). The order is that of lists.
 */
const marks = {
  preliminaryReport: {
    label: 'Preliminary',
    tip: 'Preliminary: an early result was signed, the final report is pending',
    shown: { row: true, readingRoom: false, summary: false, print: false, export: false },
    set: null,
  },
  laboratoryConflict: {
    label: 'Two laboratories',
    tip: 'Two laboratories sent images of this study. Only administrators see it until its location is set',
    shown: { row: true, readingRoom: false, summary: false, print: false, export: false },
    set: null,
  },
  imagesMissing: {
    label: 'Images missing',
    tip: 'Images missing: the image archive no longer has them',
    shown: { row: true, readingRoom: true, summary: false, print: false, export: false },
    set: null,
  },
  imagesDamaged: {
    label: 'Images damaged',
    tip: 'Images damaged: the image archive cannot read some of them. Ask the laboratory to send them again',
    shown: { row: true, readingRoom: true, summary: false, print: false, export: false },
    set: null,
  },
  newImages: {
    label: 'New images',
    tip: 'New images arrived after the report was finalized',
    shown: { row: true, readingRoom: true, summary: false, print: false, export: false },
    set: null,
  },
  duplicateStudyUid: {
    label: 'Duplicate study UID',
    tip: 'Duplicate study UID: another study has the same UID, so only the archive viewer shows the images. An administrator can give one a new UID',
    shown: { row: true, readingRoom: true, summary: false, print: false, export: false },
    set: null,
  },
  sharedSeriesUid: {
    label: 'Shared series UID',
    tip: 'Shared series UID: another study has a series of the same UID. Each study shows its own images. Tell the laboratory',
    shown: { row: true, readingRoom: true, summary: false, print: false, export: false },
    set: null,
  },
  severalPeople: {
    label: 'Several people',
    tip: 'Several people: the images of this study name different people. No report can be signed until an administrator decides',
    shown: { row: true, readingRoom: true, summary: false, print: false, export: false },
    set: null,
  },
  nameUnreadable: {
    label: 'Name not readable',
    tip: 'Part of the name could not be read: the images declare the wrong character set',
    shown: { row: true, readingRoom: true, summary: false, print: false, export: false },
    set: null,
  },
  ageContradicted: {
    label: 'Age contradicted',
    tip: 'The images state an age that contradicts birth date and study date. The age of these dates is shown. Check the birth date',
    shown: { row: true, readingRoom: true, summary: false, print: false, export: false },
    set: null,
  },
  identityReview: {
    label: 'Identity under review',
    tip: 'Identity under review: studies with this patient ID may belong to different people. Check name and birth date',
    shown: { row: true, readingRoom: true, summary: false, print: false, export: false },
    set: null,
  },
  questionWaiting: {
    label: 'Question waits',
    tip: 'A question to the laboratory waits for its answer. It is in the discussion',
    shown: { row: true, readingRoom: false, summary: false, print: false, export: false },
    set: null,
  },
  hasOrder: {
    label: 'Order',
    tip: 'This study has an order. Its indication is in the patient record',
    shown: { row: true, readingRoom: false, summary: false, print: false, export: false },
    set: null,
  },
  orderCancelled: {
    label: 'Order cancelled',
    tip: 'The order of this study was cancelled. Ask the laboratory before you read it',
    shown: { row: true, readingRoom: true, summary: false, print: false, export: false },
    set: null,
  },
  priorityUnknown: {
    label: 'Priority unknown',
    tip: 'The order has a priority that Readroom does not know, so it raised nothing. Open the order to read it',
    shown: { row: true, readingRoom: true, summary: false, print: false, export: false },
    set: null,
  },
  /** Set in the patient record, and counted by the sums of lists. */
  mlc: {
    label: 'MLC Case',
    tip: 'MLC Case',
    shown: { row: true, readingRoom: true, summary: false, print: true, export: false },
    set: null,
  },
  meetReferralDoctor: {
    label: 'Meet referral doctor',
    tip: 'Meet referral doctor',
    shown: { row: true, readingRoom: true, summary: true, print: true, export: true },
    set: {
      permission: 'patient.edit',
      hasNote: false,
      steps: { marked: 'Marked: Meet referral doctor', unmarked: 'Mark removed: Meet referral doctor' },
      endsWait: false,
      isShownToStaff: true,
    },
  },
  studyException: {
    label: 'Study Exception',
    tip: 'Study Exception',
    shown: { row: true, readingRoom: true, summary: true, print: true, export: true },
    set: {
      permission: 'patient.edit',
      hasNote: true,
      steps: { marked: 'Marked: Study Exception', unmarked: 'Mark removed: Study Exception' },
      endsWait: false,
      isShownToStaff: true,
    },
  },
  billedStudy: {
    label: 'Billed Study',
    tip: 'Billed Study',
    shown: { row: true, readingRoom: false, summary: true, print: true, export: true },
    set: {
      permission: 'patient.edit',
      hasNote: false,
      steps: { marked: 'Marked: Billed Study', unmarked: 'Mark removed: Billed Study' },
      endsWait: false,
      isShownToStaff: true,
    },
  },
} as const satisfies Record<string, Mark>

type Marks = typeof marks
type Name = keyof Marks
/** A mark that people set. */
export type ManualMark = { [M in Name]: Marks[M]['set'] extends null ? never : M }[Name]
/** A mark that Readroom finds in a study's data. */
export type FoundMark = Exclude<Name, ManualMark>

export const studyMarks: Record<FoundMark, Mark> & Record<ManualMark, Mark & { set: Manual }> = marks

const isMark = (name: string): name is Name => name in marks
const isManual = (name: Name): name is ManualMark => marks[name].set !== null

const names = Object.keys(marks).filter(isMark)
export const manualMarks = names.filter(isManual)
export const foundMarks = names.filter((name): name is FoundMark => !isManual(name))

export const StudyMark = z.enum(names)
export type StudyMark = z.infer<typeof StudyMark>
export const ManualMark = z.enum(manualMarks)

/** The notes of a study's marks. */
export const MarkNotes = z.partialRecord(ManualMark, z.string())
export type MarkNotes = z.infer<typeof MarkNotes>

/** The details of the events of a mark. Those of an anonymised study have lost their details. */
export const MarkDetails = z.object({ mark: ManualMark }).partial()

/** Makes a record with an entry for each mark that people set. */
export function ofEachManualMark<T>(make: (mark: ManualMark) => T): Record<ManualMark, T> {
  const [first, ...rest] = manualMarks.map((mark) => ({ [mark]: make(mark) }))
  return Object.assign({}, first, ...rest)
}

/** Returns the marks that a role may set. */
export const marksToSet = (role: Role): ManualMark[] => manualMarks.filter((mark) => can(role, studyMarks[mark].set.permission))

/** Returns those of a study's marks that a place shows, in the order of the table. */
export const marksAt = (place: MarkPlace, { flags }: { flags: readonly StudyMark[] }): StudyMark[] =>
  names.filter((name) => studyMarks[name].shown[place] && flags.includes(name))

const isNoted = (mark: StudyMark): mark is ManualMark => isManual(mark)

/** Returns the label of a mark with its note. */
export function markWords(mark: StudyMark, notes: MarkNotes): string {
  const note = isNoted(mark) ? notes[mark] : undefined
  return note ? `${studyMarks[mark].label}: ${note}` : studyMarks[mark].label
}
