import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { ReactNode } from 'react'
import {
  ActionsCell,
  AssignCell,
  ClinicalHistoryCell,
  DescriptionCell,
  DiscussionCell,
  DocumentsMark,
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
import type { Fit } from './column-fit.ts'
import { DueCell, InstantCell, StudyDateCell } from './date-cells.tsx'
import { LocationCell } from './location-cell.tsx'

export type WorklistColumn = Fit & {
  id: ColumnId
  align?: 'right'
  /** Stays in place while the others scroll sideways. */
  pinned?: true
  /** Stays reachable at the right edge if there is no room for it. */
  inReach?: true
  /** Only as wide as its icons, with hardly any padding. */
  icons?: true
  header?: () => ReactNode
  /** Clicks here never open the viewer. */
  interactive?: boolean
  cell: (row: WorklistRow) => ReactNode
}

const quiet = 'text-text-2'
const figures = 'num text-text-2'

/** Returns the limits of a fixed width. */
const exactly = (size: number) => ({ min: size, size })
/** The widths of columns with names of people and places. */
const names = { min: 84, size: 130, max: 320, grow: 2 }
/** The widths of columns with a day and a time. The narrowest has room for `DayAndTime` without the year, which is missed least. */
const instants = { min: 90, size: 130, yields: 'first' } as const

/** The columns of the table from left to right, in their default order. */
export const worklistColumns: readonly WorklistColumn[] = [
  {
    id: 'checkbox',
    ...exactly(34),
    pinned: true,
    interactive: true,
    header: () => <SelectAllCell />,
    cell: (row) => <SelectCell row={row} />,
  },
  {
    id: 'status',
    ...exactly(26),
    pinned: true,
    icons: true,
    header: () => <span className="sr-only">{columnTable.status.label}</span>,
    cell: (row) => <StatusCell row={row} />,
  },
  {
    id: 'clinicalHistory',
    ...exactly(42),
    icons: true,
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
    ...exactly(26),
    icons: true,
    interactive: true,
    header: () => <span className="sr-only">{columnTable.share.label}</span>,
    cell: (row) => <ShareCell row={row} />,
  },
  {
    id: 'discussion',
    ...exactly(36),
    icons: true,
    interactive: true,
    header: () => <span className="sr-only">{columnTable.discussion.label}</span>,
    cell: (row) => <DiscussionCell row={row} />,
  },
  { id: 'patientId', min: 158, size: 176, max: 250, grow: 1, pinned: true, cell: (row) => <PatientIdCell row={row} /> },
  {
    id: 'patientName',
    min: 90,
    size: 168,
    max: 360,
    grow: 2,
    yields: 'last',
    pinned: true,
    cell: (row) => <PatientNameCell row={row} />,
  },
  { id: 'ageGender', min: 64, size: 74, cell: (row) => <TextCell value={row.ageGender} className={figures} /> },
  { id: 'description', min: 64, size: 160, grow: 6, yields: 'last', cell: (row) => <DescriptionCell row={row} /> },
  {
    id: 'series',
    min: 50,
    size: 68,
    max: 84,
    grow: 1,
    align: 'right',
    cell: (row) => <TextCell value={row.series} className={figures} />,
  },
  {
    id: 'modality',
    min: 68,
    size: 70,
    max: 110,
    grow: 1,
    cell: (row) => <TextCell value={row.modality} className="font-medium" />,
  },
  { id: 'location', ...names, min: 62, size: 110, cell: (row) => <LocationCell row={row} /> },
  { id: 'dueDate', min: 92, size: 110, cell: (row) => <DueCell row={row} /> },
  { id: 'studyDate', ...instants, cell: (row) => <StudyDateCell row={row} /> },
  // Shown while the list is ordered by it, so its head has an arrow.
  { id: 'uploadDate', ...instants, min: 104, cell: (row) => <InstantCell iso={row.uploadDateTime} /> },
  { id: 'reportedDate', ...instants, cell: (row) => <InstantCell iso={row.reportedDate} /> },
  { id: 'reportedBy', ...names, cell: (row) => <TextCell value={row.reportedBy} className={quiet} /> },
  {
    id: 'accession',
    min: 84,
    size: 110,
    max: 180,
    grow: 1,
    cell: (row) => <TextCell value={row.accessionNumber} className={figures} />,
  },
  { id: 'seenBy', ...names, cell: (row) => <TextCell value={row.seenBy} className={quiet} /> },
  { id: 'actions', ...exactly(68), icons: true, interactive: true, cell: (row) => <ActionsCell row={row} /> },
  { id: 'report', ...exactly(53), icons: true, interactive: true, cell: (row) => <ReportCell row={row} /> },
  { id: 'assignedTo', ...names, min: 78, cell: (row) => <TextCell value={row.assignedDoctorName} className={quiet} /> },
  { id: 'assignDoctor', ...exactly(74), inReach: true, interactive: true, cell: (row) => <AssignCell row={row} /> },
]

/** Returns the text of a column's head, for heads that have text. */
export const headOf = (id: string) => (id === 'assignDoctor' ? 'Assign' : (columnTable[id]?.label ?? id))
