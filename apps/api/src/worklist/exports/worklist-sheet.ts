import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { marksAt, markWords } from '@readroom/contracts/studies/study-marks'
import { statusTable } from '@readroom/contracts/studies/study-workflow'
import { urgencyLabels, urgencyOf } from '@readroom/contracts/studies/urgency'
import { wallClock } from '../../core/spreadsheet/wall-clock.ts'
import type { Column } from '../../core/spreadsheet/xlsx.ts'
import type { Cell } from '../../core/spreadsheet/xlsx-xml.ts'

type SheetColumn = Column & { cell: (row: WorklistRow) => Cell }

/** Fields of a row without a column, and the reason. */
const notExported = {
  _id: 'means nothing outside of Readroom',
  orthancStudyID: 'means nothing outside of Readroom',
  locationId: 'means nothing outside of Readroom',
  ageGender: 'is the columns Age and Sex',
  modalitiesInStudy: 'is the column Modality',
  series: 'is the columns Series and Images',
  currentCategory: 'follows from Status',
  assignedDoctorName: 'is the column Assigned Doctors',
  documents: 'are read in Readroom',
  ReportAvailable: 'follows from Status',
  finishedReport: 'is read in Readroom',
  discussions: 'is read in Readroom',
  caseFlags: 'is in the column Marks',
  markNotes: 'is in the column Marks',
  warnAt: 'follows from Due and the deadline rule',
  pause: 'is of the moment',
  downloadOptions: 'is of the moment',
  caseType: 'is in the column Urgency',
} as const satisfies Partial<Record<keyof WorklistRow, string>>

/** Requires every field to be exported or listed above, or the code does not compile. */
type ExportedField = Exclude<keyof WorklistRow, keyof typeof notExported>

/** Returns the columns of an exported worklist, from left to right. Unknown values stay empty. */
export function worklistSheet(zone: string): SheetColumn[] {
  const at = wallClock(zone)
  const columns: Record<ExportedField, SheetColumn> = {
    workflowStatus: { heading: 'Status', width: 22, cell: (row) => statusTable[row.workflowStatus].label },
    patientId: { heading: 'Patient ID', width: 16, cell: (row) => row.patientId },
    patientName: { heading: 'Patient Name', width: 28, cell: (row) => row.patientName },
    patientAge: { heading: 'Age', width: 7, cell: (row) => row.patientAge },
    gender: { heading: 'Sex', width: 5, cell: (row) => row.gender },
    description: { heading: 'Description', width: 32, cell: (row) => row.description },
    clinicalHistory: { heading: 'Clinical History', width: 40, cell: (row) => row.clinicalHistory || null },
    numberOfSeries: { heading: 'Series', width: 8, cell: (row) => row.numberOfSeries },
    numberOfImages: { heading: 'Images', width: 8, cell: (row) => row.numberOfImages },
    modality: { heading: 'Modality', width: 10, cell: (row) => row.modality },
    location: { heading: 'Location', width: 24, cell: (row) => row.location },
    studyDate: { heading: 'Study Date', width: 12, cell: (row) => row.studyDate && { date: row.studyDate } },
    studyDateTime: { heading: 'Study Time', width: 10, cell: (row) => row.studyDateTime?.split('T')[1] ?? null },
    dueAt: { heading: `Due (${zone})`, width: 18, cell: (row) => row.dueAt && at(row.dueAt) },
    uploadDateTime: { heading: `Upload Date (${zone})`, width: 18, cell: (row) => at(row.uploadDateTime) },
    reportedDate: { heading: `Reported Date (${zone})`, width: 18, cell: (row) => row.reportedDate && at(row.reportedDate) },
    reportedBy: { heading: 'Reported By', width: 24, cell: (row) => row.reportedBy },
    accessionNumber: { heading: 'Accession', width: 18, cell: (row) => row.accessionNumber },
    referringPhysicianName: { heading: 'Referring Physician', width: 24, cell: (row) => row.referringPhysicianName },
    priority: { heading: 'Urgency', width: 12, cell: (row) => urgencyLabels[urgencyOf(row)] },
    studyType: { heading: 'Study Type', width: 14, cell: (row) => row.studyType },
    flags: {
      heading: 'Marks',
      width: 26,
      cell: (row) =>
        marksAt('export', row)
          .map((mark) => markWords(mark, row.markNotes))
          .join(', ') || null,
    },
    mlcCase: { heading: 'MLC', width: 6, cell: (row) => (row.mlcCase ? 'Yes' : 'No') },
    seenBy: { heading: 'Seen By', width: 24, cell: (row) => row.seenBy },
    doctorAssignments: {
      heading: 'Assigned Doctors',
      width: 32,
      cell: (row) => row.doctorAssignments.map(({ doctorDetails }) => doctorDetails.fullName).join(', ') || null,
    },
    studyInstanceUID: { heading: 'Study Instance UID', width: 60, cell: (row) => row.studyInstanceUID },
  }
  return Object.values(columns)
}
