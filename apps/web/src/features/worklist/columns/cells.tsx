import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { marksAt } from '@readroom/contracts/studies/study-marks'
import { assignLabel } from '@readroom/contracts/studies/study-workflow'
import { isEmergency, urgencyLabels, urgencyOf } from '@readroom/contracts/studies/urgency'
import {
  ChevronDown,
  ChevronsUp,
  ClipboardList,
  Download,
  Eye,
  FileDown,
  MessageSquare,
  Paperclip,
  Share2,
  Siren,
} from 'lucide-react'
import { Checkbox } from '../../../components/inputs/checkbox.tsx'
import { describeStatus, StatusDot } from '../../../components/study/status-dot.tsx'
import { Fact, UrgencyBadge } from '../../../components/study/study-facts.tsx'
import { isShortWord, reportMark, StudyMarks } from '../../../components/study/study-marks.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { cx } from '../../../lib/cx.ts'
import { plural } from '../../../lib/format.ts'
import { useRowActions } from '../list/row-actions.tsx'
import { useSelected } from '../list/selection.tsx'
import { StudyMenu } from '../list/study-menu.tsx'

type Props = { row: WorklistRow }

/** Returns the accessible name of a row. */
export const rowName = (row: WorklistRow) => row.patientName ?? row.patientId ?? 'N/A'

export function SelectCell({ row }: Props) {
  const { has, toggle } = useSelected()
  return (
    <Checkbox
      tabIndex={-1}
      aria-label={`Select ${rowName(row)}`}
      checked={has(row._id)}
      onChange={(event) => toggle(row._id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
    />
  )
}

export function SelectAllCell() {
  const { rows, allChosen, toggleAll } = useSelected()
  return (
    <Checkbox
      aria-label="Select all loaded studies"
      checked={allChosen}
      indeterminate={rows.length > 0 && !allChosen}
      onChange={toggleAll}
    />
  )
}

export function StatusCell({ row }: Props) {
  const { label } = describeStatus(row.workflowStatus)
  return (
    <span data-tip={label} className="grid size-6 place-items-center">
      <StatusDot status={row.workflowStatus} />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** Shows a paper clip if the patient has documents. */
export function DocumentsMark({ row: { documents } }: Props) {
  if (documents === 0) return null
  const label = plural(documents, 'document')
  return (
    <span data-tip={label} className="grid h-6 w-4 shrink-0 place-items-center text-text-2">
      <Paperclip size={13} aria-hidden />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** Shows what was examined, and that its report is preliminary, as a word if the column is wide enough. */
export function DescriptionCell({ row }: Props) {
  return (
    <span className="@container flex min-w-0 flex-1 items-center gap-1.5">
      <span data-full className="truncate text-text-2">
        <Fact value={row.description} />
      </span>
      {row.flags.includes('preliminaryReport') && (
        <span className="shrink-0 rounded-xs bg-orange-wash px-1">
          <StudyMarks marks={['preliminaryReport']} notes={row.markNotes} words="if-wide" />
        </span>
      )}
      <span className="flex max-w-1/2 shrink-0 gap-1.5 overflow-hidden empty:hidden">
        <StudyMarks marks={marksAt('row', row).filter(isShortWord)} notes={row.markNotes} most={2} />
      </span>
    </span>
  )
}

/** Shows a green dot if there is a clinical history. The tip has its text. */
export function ClinicalHistoryCell({ row }: Props) {
  const history = row.clinicalHistory.trim()
  const label = history ? `Clinical history: ${history}` : 'No clinical history'
  return (
    <span
      data-tip={label}
      className={cx('relative grid size-6 shrink-0 place-items-center', history ? 'text-text-2' : 'text-line-strong')}
    >
      <ClipboardList size={15} aria-hidden />
      {history && <span aria-hidden className="wl-pulse" />}
      <span className="sr-only">{label}</span>
    </span>
  )
}

export function ShareCell({ row, size = 'sm' }: Props & { size?: 'sm' | 'touch' }) {
  const { openShare } = useRowActions()
  const isTouch = size === 'touch'
  return (
    <IconButton size={size} {...(!isTouch && { tabIndex: -1 })} label="Share" onClick={() => openShare(row)}>
      <Share2 size={isTouch ? 19 : 15} aria-hidden />
    </IconButton>
  )
}

/** Opens the discussion. A red badge shows the number of comments. */
export function DiscussionCell({ row, size = 'sm' }: Props & { size?: 'sm' | 'touch' }) {
  const { openDiscussion } = useRowActions()
  const count = row.discussions
  const shown = count > 99 ? '99+' : String(count)
  const isTouch = size === 'touch'
  return (
    <IconButton
      size={size}
      {...(!isTouch && { tabIndex: -1 })}
      label={`Discussion, ${count === 0 ? 'no' : shown} ${count === 1 ? 'comment' : 'comments'}`}
      className="relative"
      onClick={() => openDiscussion(row)}
    >
      <MessageSquare size={isTouch ? 19 : 15} aria-hidden />
      {count > 0 && (
        <span
          aria-hidden
          className={cx(
            'num absolute rounded-full bg-urgent px-1 text-2xs leading-[14px] font-semibold text-on-urgent',
            isTouch ? 'top-1.5 right-1' : '-top-0.5 -right-1.5',
          )}
        >
          {shown}
        </span>
      )}
    </IconButton>
  )
}

/** Shows the patient ID and the urgency badge, neither of them cut off. A badge that has no room becomes an icon. */
export function PatientIdCell({ row }: Props) {
  const id = (
    <span data-full className="num truncate text-text-2">
      <Fact value={row.patientId} />
    </span>
  )
  const urgency = urgencyOf(row)
  if (urgency === 'NORMAL') return id
  return (
    <span data-tip={[row.patientId, urgencyLabels[urgency]].filter(Boolean).join(': ')} className="wl-urgency">
      {id}
      <UrgencyBadge study={row} />
      <span aria-hidden data-urgency={urgency} className="wl-urgency-short">
        {isEmergency(row) ? <Siren size={12} /> : <ChevronsUp size={12} />}
      </span>
    </span>
  )
}

export function PatientNameCell({ row }: Props) {
  const marks = marksAt('row', row).filter((mark) => mark !== 'preliminaryReport' && !isShortWord(mark))
  return (
    <>
      <span data-full className="truncate font-medium">
        <Fact value={row.patientName} />
      </span>
      {marks.length > 0 && (
        <span className="ml-auto flex gap-1 pl-1.5">
          <StudyMarks marks={marks} notes={row.markNotes} />
        </span>
      )}
    </>
  )
}

/** Shows a plain value. If it is cut off, the tip has all of it. */
export function TextCell({ value, className }: { value: string | null; className?: string }) {
  return (
    <span data-full className={cx('truncate', className)}>
      <Fact value={value} />
    </span>
  )
}

export function ActionsCell({ row }: Props) {
  const { openViewer, downloadZip } = useRowActions()
  return (
    <>
      <IconButton size="sm" tabIndex={-1} label="Open viewer" onClick={() => openViewer(row)}>
        <Eye size={15} />
      </IconButton>
      <IconButton size="sm" tabIndex={-1} label="Download ZIP" onClick={() => downloadZip(row)}>
        <Download size={15} />
      </IconButton>
      <StudyMenu
        row={row}
        trigger={
          <button
            type="button"
            tabIndex={-1}
            aria-label="More downloads and viewers"
            className="grid h-6 w-4 place-items-center rounded-sm text-icon hover:bg-press hover:text-text"
          >
            <ChevronDown size={12} />
          </button>
        }
      />
    </>
  )
}

/** Downloads the finished report, if there is one. */
export function DownloadReportButton({ row, size = 'sm' }: Props & { size?: 'sm' | 'touch' }) {
  const { downloadReport } = useRowActions()
  const isTouch = size === 'touch'
  if (!row.finishedReport) return null
  return (
    <IconButton size={size} {...(!isTouch && { tabIndex: -1 })} label="Download report" onClick={() => downloadReport(row)}>
      <FileDown size={isTouch ? 19 : 15} aria-hidden />
    </IconButton>
  )
}

export function ReportCell({ row }: Props) {
  const { openReports } = useRowActions()
  const { words, icon: Icon } = reportMark(row)
  const label = words === null ? 'Reports' : `Reports: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
  return (
    <>
      <IconButton
        size="sm"
        tabIndex={-1}
        label={row.ReportAvailable ? label : 'Reports (none yet)'}
        className={row.finishedReport?.isCorrectedSince ? 'text-orange-fg!' : row.ReportAvailable ? 'text-text!' : undefined}
        onClick={() => openReports(row)}
      >
        <Icon size={15} strokeWidth={row.ReportAvailable ? 2 : 1.6} />
      </IconButton>
      <DownloadReportButton row={row} />
    </>
  )
}

export function AssignCell({ row }: Props) {
  const { assign } = useRowActions()
  const label = assignLabel(row.workflowStatus)
  const doctors = row.doctorAssignments.map(({ doctorDetails }) => doctorDetails.fullName).join(', ')
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={() => assign?.([row])}
      data-tip={doctors ? `Assigned to ${doctors}` : 'Not assigned yet'}
      className={cx(
        '-ml-2 rounded-sm border border-transparent px-2 text-sm leading-6',
        label === 'Assign' ? 'font-semibold text-accent-text' : 'text-text-2',
        'hover:border-line-strong hover:bg-surface hover:text-text',
      )}
    >
      {label}
    </button>
  )
}
