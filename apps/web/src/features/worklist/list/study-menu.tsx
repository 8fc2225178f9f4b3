import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { assignLabel } from '@readroom/contracts/studies/study-workflow'
import {
  BookOpenText,
  Building2,
  Eye,
  FileArchive,
  FileDown,
  FileText,
  GalleryHorizontalEnd,
  HardDriveDownload,
  IdCard,
  Info,
  MessageSquare,
  Monitor,
  Share2,
  Tag,
  TriangleAlert,
  UserPlus,
} from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Menu, MenuAt, MenuItem } from '../../../components/ui/menu.tsx'
import { type WorklistKey, writtenKeys } from '../keys/worklist-keys.ts'
import { type RowActions, useRowActions } from './row-actions.tsx'

type Entry = {
  words: string
  hint?: string
  icon: ReactElement
  key?: WorklistKey
  /** True if the card has its own button for it. */
  onCard?: true
  /** Undefined if the role or the archive lacks this. */
  onSelect: ((row: WorklistRow) => void) | undefined
}

const zipHint = ({ downloadOptions: { fileSizeMB: size } }: WorklistRow) =>
  size === null ? 'Built on request' : `${size.toFixed(1)} MB, ready`

/** Returns all actions on a row, in the order of its buttons, with viewers and downloads last. */
function entriesOf(row: WorklistRow, actions: RowActions): Entry[] {
  const { openPatient, openSummary, openReports, openDiscussion, openShare, openViewer, openReading, assign } = actions
  return [
    { words: 'Read and report', icon: <BookOpenText size={14} />, key: 'open', onSelect: openReading },
    { words: 'Patient details', icon: <IdCard size={14} />, key: 'openPatient', onCard: true, onSelect: openPatient },
    { words: 'Patient information', icon: <Info size={14} />, key: 'openSummary', onSelect: openSummary },
    { words: 'Reports', icon: <FileText size={14} />, key: 'openReports', onCard: true, onSelect: openReports },
    {
      words: 'Signed report',
      hint: 'The signed text, with all versions',
      icon: <BookOpenText size={14} />,
      onSelect: row.finishedReport?.isSigned ? actions.openSignedReport : undefined,
    },
    {
      words: 'Download report',
      icon: <FileDown size={14} />,
      key: 'downloadReport',
      onCard: true,
      onSelect: row.finishedReport ? actions.downloadReport : undefined,
    },
    { words: 'Discussion', icon: <MessageSquare size={14} />, key: 'openDiscussion', onCard: true, onSelect: openDiscussion },
    { words: 'Marks', icon: <Tag size={14} />, onSelect: actions.openMarks },
    { words: 'Critical results', icon: <TriangleAlert size={14} />, onSelect: actions.openCritical },
    { words: 'Share', icon: <Share2 size={14} />, key: 'openShare', onCard: true, onSelect: openShare },
    {
      words: assignLabel(row.workflowStatus),
      icon: <UserPlus size={14} />,
      key: 'assign',
      onCard: true,
      onSelect: assign && (() => assign([row])),
    },
    { words: 'Set location', icon: <Building2 size={14} />, onSelect: actions.setLocation },
    { words: 'OHIF viewer', hint: 'In the browser', icon: <Eye size={14} />, key: 'openViewer', onSelect: openViewer },
    {
      words: 'Archive viewer',
      hint: 'In the browser, one series at a time',
      icon: <GalleryHorizontalEnd size={14} />,
      onSelect: actions.openArchiveViewer,
    },
    {
      words: 'Desktop viewer',
      hint: 'A program on this computer',
      icon: <Monitor size={14} />,
      onSelect: actions.launchDesktop,
    },
    {
      words: 'Download ZIP',
      hint: zipHint(row),
      key: 'downloadZip',
      icon: <FileArchive size={14} />,
      onSelect: actions.downloadZip,
    },
    {
      words: 'Download from archive',
      hint: 'Packed while downloading',
      icon: <HardDriveDownload size={14} />,
      onSelect: actions.downloadDirect,
    },
  ]
}

function Entries({ row, isCard = false }: { row: WorklistRow; isCard?: boolean }) {
  return entriesOf(row, useRowActions()).map(
    ({ words, hint, icon, key, onCard, onSelect }) =>
      onSelect &&
      !(isCard && onCard) && (
        <MenuItem key={words} icon={icon} hint={hint} keys={key && writtenKeys(key)} onSelect={() => onSelect(row)}>
          {words}
        </MenuItem>
      ),
  )
}

const label = 'Viewers, downloads and more'

type Props = { row: WorklistRow; trigger: ReactNode; isCard?: boolean }

export function StudyMenu({ row, trigger, isCard = false }: Props) {
  return (
    <Menu label={label} trigger={trigger}>
      <Entries row={row} isCard={isCard} />
    </Menu>
  )
}

const elementOf = (row: WorklistRow) => document.querySelector<HTMLElement>(`[data-study="${row._id}"]`)

/** Shows the menu of a row, opened with the keyboard. If columns are hidden, it is the only way to their actions. */
export function RowMenu({ row, onClose }: { row: WorklistRow | null; onClose: () => void }) {
  return (
    <MenuAt label={label} anchor={row && elementOf(row)} onClose={onClose}>
      {row && <Entries row={row} />}
    </MenuAt>
  )
}
