import type { WorklistRow } from '@readroom/contracts/studies'
import { statusTable } from '@readroom/contracts/study-workflow'
import type { Column } from './xlsx.ts'
import type { Cell } from './xlsx-xml.ts'

type SheetColumn = Column & { cell: (row: WorklistRow) => Cell }

/** Instants as the wall clock of the zone shows them. */
function wallClock(zone: string): (iso: string) => Cell {
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...day, ...time })
  return (iso) => ({ time: format.format(new Date(iso)).replace(' ', 'T') })
}

/** The columns of an exported worklist. What the archive does not know stays empty. */
export function worklistSheet(zone: string): SheetColumn[] {
  const at = wallClock(zone)
  return [
    { heading: 'Status', width: 22, cell: (row) => statusTable[row.workflowStatus].label },
    { heading: 'Patient ID', width: 16, cell: (row) => row.patientId },
    { heading: 'Patient Name', width: 28, cell: (row) => row.patientName },
    { heading: 'Age', width: 7, cell: (row) => row.patientAge },
    { heading: 'Sex', width: 5, cell: (row) => row.gender },
    { heading: 'Description', width: 32, cell: (row) => row.description },
    { heading: 'Clinical History', width: 40, cell: (row) => row.clinicalHistory || null },
    { heading: 'Series', width: 8, cell: (row) => row.numberOfSeries },
    { heading: 'Images', width: 8, cell: (row) => row.numberOfImages },
    { heading: 'Modality', width: 10, cell: (row) => row.modality },
    { heading: 'Location', width: 24, cell: (row) => row.location },
    { heading: 'Study Date', width: 12, cell: (row) => row.studyDate && { date: row.studyDate } },
    { heading: `Upload Date (${zone})`, width: 18, cell: (row) => at(row.uploadDateTime) },
    { heading: `Reported Date (${zone})`, width: 18, cell: (row) => row.reportedDate && at(row.reportedDate) },
    { heading: 'Reported By', width: 24, cell: (row) => row.reportedBy },
    { heading: 'Accession', width: 18, cell: (row) => row.accessionNumber },
    { heading: 'Referring Physician', width: 24, cell: (row) => row.referringPhysicianName },
    { heading: 'Priority', width: 12, cell: (row) => row.priority },
    { heading: 'Case Type', width: 12, cell: (row) => row.caseType },
    { heading: 'MLC', width: 6, cell: (row) => (row.mlcCase ? 'Yes' : 'No') },
    { heading: 'Seen By', width: 24, cell: (row) => row.seenBy },
    {
      heading: 'Assigned Doctors',
      width: 32,
      cell: (row) => row.doctorAssignments.map(({ doctorDetails }) => doctorDetails.fullName).join(', ') || null,
    },
    { heading: 'Study Instance UID', width: 60, cell: (row) => row.studyInstanceUID },
  ]
}
