import { statusTable } from '@readroom/contracts/studies/study-workflow'
import type { TurnaroundStudy } from '@readroom/contracts/turnaround/turnaround-report'
import { wallClock } from '../core/spreadsheet/wall-clock.ts'
import type { Column } from '../core/spreadsheet/xlsx.ts'
import type { Cell } from '../core/spreadsheet/xlsx-xml.ts'

export type SheetColumn = Column & { cell: (row: TurnaroundStudy) => Cell }

/** Returns the columns of the export: the usual ones in the order of the page, then those of pauses. Unknown values stay empty. */
export function turnaroundSheet(zone: string): SheetColumn[] {
  const at = wallClock(zone)
  const instant = (name: string, of: (row: TurnaroundStudy) => string | null): SheetColumn => ({
    heading: `${name} (${zone})`,
    width: 20,
    cell: (row) => {
      const iso = of(row)
      return iso && at(iso)
    },
  })
  const day = (heading: string, of: (row: TurnaroundStudy) => string | null): SheetColumn => ({
    heading,
    width: 14,
    cell: (row) => {
      const date = of(row)
      return date && { date }
    },
  })
  return [
    { heading: 'Status', width: 22, cell: (row) => statusTable[row.studyStatus].label },
    { heading: 'Patient ID', width: 16, cell: (row) => row.patientId },
    { heading: 'Patient Name', width: 28, cell: (row) => row.patientName },
    { heading: 'Sex', width: 5, cell: (row) => row.gender },
    { heading: 'Referred By', width: 24, cell: (row) => row.referredBy },
    { heading: 'Accession', width: 18, cell: (row) => row.accessionNumber },
    { heading: 'Description', width: 32, cell: (row) => row.studyDescription },
    { heading: 'Modality', width: 10, cell: (row) => row.modality },
    { heading: 'Series/Images', width: 13, cell: (row) => row.series_Images },
    { heading: 'Location', width: 24, cell: (row) => row.institutionName },
    day('Billed on Study Date', (row) => row.billedOnStudyDate),
    day('Study Date', (row) => row.studyDate),
    instant('Upload Date', (row) => row.uploadDate),
    instant('Assigned Date', (row) => row.assignedDate),
    instant('Opened Date', (row) => row.openedDate),
    instant('Report Date', (row) => row.reportDate),
    { heading: 'Reported By', width: 24, cell: (row) => row.reportedBy },
    { heading: 'Upload to Assignment (minutes)', width: 16, cell: (row) => row.fullTatDetails.uploadToAssignmentTAT },
    { heading: 'Assignment to Report (minutes)', width: 16, cell: (row) => row.fullTatDetails.assignmentToReportTATFormatted },
    { heading: 'Upload to Report (minutes)', width: 16, cell: (row) => row.fullTatDetails.uploadToReportTATFormatted },
    { heading: 'Paused (minutes)', width: 16, cell: (row) => row.pausedMinutes },
    { heading: 'Upload to Report without Pauses (minutes)', width: 16, cell: (row) => row.netUploadToReportTAT },
  ]
}
