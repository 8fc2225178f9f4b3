import type { WorklistRow } from '@readroom/contracts/studies'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/format.ts'
import {
  ActionsCell,
  AssignCell,
  ClinicalHistoryCell,
  DescriptionCell,
  DiscussionCell,
  DocumentsMark,
  InstantCell,
  PatientIdCell,
  PatientNameCell,
  ReportCell,
  SelectAllCell,
  SelectCell,
  ShareCell,
  StatusCell,
  TextCell,
} from './cells.tsx'
import { type ColumnId, columnTable } from './column-choice.ts'

export type WorklistColumn = {
  id: ColumnId
  /** Pixels. */
  size: number
  /** Takes what is left of the width. */
  grow?: boolean
  align?: 'right'
  pinned?: boolean
  header?: () => ReactNode
  /** Clicks here never open the viewer. */
  interactive?: boolean
  cell: (row: WorklistRow) => ReactNode
}

const quiet = 'text-text-2'

/** The table's columns, left to right; the pinned ones come first. */
export const worklistColumns: readonly WorklistColumn[] = [
  {
    id: 'checkbox',
    size: 38,
    pinned: true,
    interactive: true,
    header: () => <SelectAllCell />,
    cell: (row) => <SelectCell row={row} />,
  },
  {
    id: 'status',
    size: 28,
    pinned: true,
    header: () => <span className="sr-only">{columnTable.status.label}</span>,
    cell: (row) => <StatusCell row={row} />,
  },
  {
    id: 'clinicalHistory',
    size: 44,
    pinned: true,
    header: () => <span className="sr-only">{columnTable.clinicalHistory.label}</span>,
    cell: (row) => (
      <>
        <ClinicalHistoryCell row={row} />
        <DocumentsMark row={row} />
      </>
    ),
  },
  {
    id: 'share',
    size: 32,
    pinned: true,
    interactive: true,
    header: () => <span className="sr-only">{columnTable.share.label}</span>,
    cell: (row) => <ShareCell row={row} />,
  },
  {
    id: 'discussion',
    size: 38,
    pinned: true,
    interactive: true,
    header: () => <span className="sr-only">{columnTable.discussion.label}</span>,
    cell: (row) => <DiscussionCell row={row} />,
  },
  { id: 'patientId', size: 196, pinned: true, cell: (row) => <PatientIdCell row={row} /> },
  { id: 'patientName', size: 188, pinned: true, cell: (row) => <PatientNameCell row={row} /> },
  { id: 'ageGender', size: 72, cell: (row) => <TextCell value={row.ageGender} className="num text-text-2" /> },
  { id: 'description', size: 110, grow: true, cell: (row) => <DescriptionCell row={row} /> },
  { id: 'series', size: 68, align: 'right', cell: (row) => <TextCell value={row.series} className="num text-text-2" /> },
  { id: 'modality', size: 76, cell: (row) => <TextCell value={row.modality} className="font-medium" /> },
  { id: 'location', size: 98, cell: (row) => <TextCell value={row.location} className={quiet} /> },
  {
    id: 'studyDate',
    size: 94,
    cell: (row) => <TextCell value={row.studyDate && formatDate(row.studyDate)} className="num text-text-2" />,
  },
  { id: 'uploadDate', size: 140, cell: (row) => <InstantCell iso={row.uploadDateTime} /> },
  { id: 'reportedDate', size: 140, cell: (row) => <InstantCell iso={row.reportedDate} /> },
  { id: 'reportedBy', size: 140, cell: (row) => <TextCell value={row.reportedBy} className={quiet} /> },
  { id: 'accession', size: 120, cell: (row) => <TextCell value={row.accessionNumber} className="num text-text-2" /> },
  { id: 'seenBy', size: 140, cell: (row) => <TextCell value={row.seenBy} className={quiet} /> },
  { id: 'actions', size: 80, interactive: true, cell: (row) => <ActionsCell row={row} /> },
  { id: 'report', size: 54, interactive: true, cell: (row) => <ReportCell row={row} /> },
  { id: 'assignDoctor', size: 82, interactive: true, cell: (row) => <AssignCell row={row} /> },
]
