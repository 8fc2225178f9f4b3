import { nameFields } from '@readroom/contracts/patients/name-fields'
import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { marksAt, markWords } from '@readroom/contracts/studies/study-marks'
import { statusTable } from '@readroom/contracts/studies/study-workflow'
import { capital, formatDate, formatInstant, plural } from '../../../../lib/format.ts'
import { type FieldName, readField, recordFields, sections, shownValue } from '../record-fields.ts'
import { totalTurnaroundDays } from '../turnaround.ts'
import type { PaperFact } from './paper-parts.tsx'

const dateText = (date: string | null) => date && formatDate(date)
const instantText = (iso: string | null) => iso && formatInstant(iso).text

type Physician = PatientRecord['studyInfo']['physicians']['referring']

/** Returns fields with the dialog's labels and values. The parts of a name are printed as one. */
const fieldsOf = (record: PatientRecord, names: readonly FieldName[]): PaperFact[] =>
  names
    .filter((name) => !(name in nameFields))
    .map((name) => [recordFields[name].label, shownValue(name, readField(record, name) ?? '')])

/** Returns the facts of the section above the tabs. */
export function topFacts(record: PatientRecord, now: Date): PaperFact[] {
  const { studyInfo } = record
  const made = [dateText(studyInfo.studyDate), studyInfo.studyTime?.slice(0, 5)].filter(Boolean).join(' ')
  const marks = marksAt('print', studyInfo).map((mark) => markWords(mark, studyInfo.markNotes))
  const modified = [instantText(studyInfo.modifiedAt), studyInfo.modifiedBy].filter(Boolean).join(', ')
  return [
    ...fieldsOf(record, [...sections.patient, ...sections.study]),
    ['Modality', studyInfo.modality],
    ['Series, images', `${studyInfo.numberOfSeries} / ${studyInfo.numberOfImages}`],
    ['Study date', made],
    [recordFields.caseType.label, capital(studyInfo.caseType)],
    ...fieldsOf(record, ['priorityLevel']),
    ['Marked', marks.join(', ') || 'No'],
    ['Modified', modified],
    ['Report date and time', instantText(studyInfo.reportedAt)],
    ['Status', statusTable[studyInfo.status].label],
    ['Total TAT', plural(totalTurnaroundDays(record, now), 'day')],
    ...fieldsOf(record, sections.contact),
  ]
}

export const physicianFacts = ({ name, email, mobile, institution, contactInfo }: Physician): PaperFact[] => [
  ['Name', name],
  ['Email', email],
  ['Mobile', mobile],
  ['Institution', institution],
  ...(contactInfo ? [['Contact', contactInfo] as const] : []),
]

export const technologistFacts = ({ studyInfo: { technologist } }: PatientRecord): PaperFact[] => [
  ['Name', technologist.name],
  ['Mobile', technologist.mobile],
  ['Comments', technologist.comments],
  ['Reason to send', technologist.reasonToSend],
]

/** Returns the facts of the visit tab. */
export const visitFacts = ({ visitInfo, studyInfo }: PatientRecord): PaperFact[] => [
  ['Center', visitInfo.center],
  ['Case type', capital(visitInfo.caseType)],
  ['Exam type', visitInfo.examType],
  ['Exam description', visitInfo.examDescription],
  ['Order date', dateText(visitInfo.orderDate)],
  ['Study date', dateText(visitInfo.studyDate)],
  ['Report date', instantText(studyInfo.reportedAt)],
  ['Current status', statusTable[visitInfo.studyStatus].label],
]
