import type { TurnaroundDateType, TurnaroundFigure, TurnaroundStudy } from '@readroom/contracts/turnaround/turnaround-report'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { describeStatus, StatusDot } from '../../../components/study/status-dot.tsx'
import { Fact } from '../../../components/study/study-facts.tsx'
import { formatDate, formatInstant } from '../../../lib/format.ts'
import { patientPath } from '../../../lib/paths.ts'
import { Figure, ResetMark } from '../band.tsx'
import { formatTurnaround } from '../turnaround-words.ts'

export type TurnaroundColumn = {
  id: string
  label: string
  /** Width in pixels. */
  size: number
  /** Keeps the column at this side while the others scroll. */
  pinned?: 'left' | 'right'
  align?: 'right'
  /** Hidden until somebody chooses it. */
  isOptional?: true
  /** The key to sort by when the column head is clicked. */
  sort?: TurnaroundDateType | TurnaroundFigure
  cell: (row: TurnaroundStudy) => ReactNode
}

function StatusMark({ row: { studyStatus } }: { row: TurnaroundStudy }) {
  const { label } = describeStatus(studyStatus)
  return (
    <span data-tip={label} className="inline-flex">
      <StatusDot status={studyStatus} />
      <span className="sr-only">{label}</span>
    </span>
  )
}

export const PatientLink = ({ row: { _id, patientId, patientName } }: { row: TurnaroundStudy }) => (
  <Link to={patientPath(patientId, _id)} className="truncate font-medium text-text hover:underline">
    <Fact value={patientName} />
  </Link>
)

const Day = ({ date }: { date: string | null }) => <Fact value={date && formatDate(date)} className="num" />

function Moment({ iso }: { iso: string | null }) {
  if (!iso) return <Fact value={null} />
  const { date, time, exact } = formatInstant(iso)
  return (
    <time dateTime={iso} data-tip={exact} className="num whitespace-nowrap">
      {date} <span className="text-text-3">{time}</span>
    </time>
  )
}

const text = (id: string, label: string, size: number, of: (row: TurnaroundStudy) => string | null): TurnaroundColumn => ({
  id,
  label,
  size,
  cell: (row) => <Fact value={of(row)} className="truncate" />,
})
const day = (id: string, label: string, size: number, of: (row: TurnaroundStudy) => string | null): TurnaroundColumn => ({
  id,
  label,
  size,
  cell: (row) => <Day date={of(row)} />,
})
const moment = (id: string, label: string, of: (row: TurnaroundStudy) => string | null): TurnaroundColumn => ({
  id,
  label,
  size: 134,
  cell: (row) => <Moment iso={of(row)} />,
})

/** The 20 usual columns of the turnaround report and the optional ones, from left to right. */
export const turnaroundColumns: readonly TurnaroundColumn[] = [
  { id: 'status', label: 'Status', size: 37, pinned: 'left', cell: (row) => <StatusMark row={row} /> },
  { ...text('patientId', 'Patient ID', 102, (row) => row.patientId), pinned: 'left' },
  { id: 'patientName', label: 'Patient name', size: 168, pinned: 'left', cell: (row) => <PatientLink row={row} /> },
  text('gender', 'Sex', 44, (row) => row.gender),
  text('referredBy', 'Referred by', 132, (row) => row.referredBy),
  text('accessionNumber', 'Accession', 112, (row) => row.accessionNumber),
  text('studyDescription', 'Description', 176, (row) => row.studyDescription),
  text('modality', 'Modality', 70, (row) => row.modality),
  {
    id: 'series_Images',
    label: 'Series/images',
    size: 96,
    align: 'right',
    cell: (row) => <span className="num">{row.series_Images}</span>,
  },
  text('institutionName', 'Location', 136, (row) => row.institutionName),
  day('billedOnStudyDate', 'Billed on study date', 130, (row) => row.billedOnStudyDate),
  { ...day('studyDate', 'Study date', 92, (row) => row.studyDate), sort: 'studyDate' },
  { ...moment('uploadDate', 'Upload date', (row) => row.uploadDate), sort: 'uploadDate' },
  { ...moment('assignedDate', 'Assigned date', (row) => row.assignedDate), sort: 'assignedDate' },
  moment('openedDate', 'Opened date', (row) => row.openedDate),
  { ...moment('reportDate', 'Report date', (row) => row.reportDate), sort: 'reportDate' },
  text('reportedBy', 'Reported by', 136, (row) => row.reportedBy),
  {
    id: 'pausedMinutes',
    label: 'Paused',
    size: 90,
    align: 'right',
    isOptional: true,
    cell: (row) => <span className="num">{formatTurnaround(row.pausedMinutes)}</span>,
  },
  {
    id: 'netUploadToReportTAT',
    label: 'Upload → report without pauses',
    size: 210,
    align: 'right',
    isOptional: true,
    cell: (row) => <Figure minutes={row.netUploadToReportTAT} />,
  },
  {
    id: 'uploadToAssignmentTAT',
    label: 'Upload → assigned',
    size: 130,
    pinned: 'right',
    align: 'right',
    sort: 'uploadToAssignmentTAT',
    cell: ({ fullTatDetails }) => <Figure minutes={fullTatDetails.uploadToAssignmentTAT} />,
  },
  {
    id: 'assignmentToReportTATFormatted',
    label: 'Assigned → report',
    size: 130,
    pinned: 'right',
    align: 'right',
    sort: 'assignmentToReportTATFormatted',
    cell: ({ fullTatDetails }) => <Figure minutes={fullTatDetails.assignmentToReportTATFormatted} />,
  },
  {
    id: 'uploadToReportTATFormatted',
    label: 'Upload → report',
    size: 138,
    pinned: 'right',
    align: 'right',
    sort: 'uploadToReportTATFormatted',
    cell: ({ fullTatDetails }) => (
      <>
        <ResetMark cycles={fullTatDetails.cycles} />
        <Figure minutes={fullTatDetails.uploadToReportTATFormatted} />
      </>
    ),
  },
]
