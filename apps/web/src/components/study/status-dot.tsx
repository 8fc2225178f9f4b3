import { type StatusColour, type StudyStatus, statusTable } from '@readroom/contracts/studies/study-workflow'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'

/** Label and colour of a status that the table lacks. */
const unknownStatus = { label: 'Unknown Status', colour: 'grey' } as const

export function describeStatus(status: StudyStatus): { label: string; colour: StatusColour } {
  return statusTable[status] ?? unknownStatus
}

const dotColour: Record<StatusColour, string> = {
  red: 'text-red-dot',
  orange: 'text-orange-dot',
  yellow: 'text-yellow-dot',
  purple: 'text-purple-dot',
  blue: 'text-blue-dot',
  green: 'text-green-dot',
  grey: 'text-grey-dot',
}

const textColour: Record<StatusColour, string> = {
  red: 'text-red-fg',
  orange: 'text-orange-fg',
  yellow: 'text-yellow-fg',
  purple: 'text-purple-fg',
  blue: 'text-blue-fg',
  green: 'text-green-fg',
  grey: 'text-grey-fg',
}

const ring = <circle cx="7" cy="7" r="5.4" fill="none" stroke="currentColor" strokeWidth="1.6" />
const solid = <circle cx="7" cy="7" r="6.2" fill="currentColor" />
const pie = (path: string) => (
  <>
    {ring}
    <path d={path} fill="currentColor" />
  </>
)
const mark = (path: string) => (
  <>
    {solid}
    <path d={path} fill="none" stroke="var(--color-surface)" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
  </>
)

const check = mark('M4.3 7.2 6.3 9.1 9.8 5.2')
const arrowDown = mark('M7 4.2V9.6M4.9 7.6 7 9.7l2.1-2.1')

/** Hollow: nobody has it yet. Pie: somebody works on it. Solid: reported, and the mark says how. */
const shapes: Record<StudyStatus, ReactNode> = {
  new_study_received: (
    <>
      {ring}
      <circle cx="7" cy="7" r="2.1" fill="currentColor" />
    </>
  ),
  new: ring,
  pending_assignment: ring,
  assigned_to_doctor: pie('M7 7V3.2A3.8 3.8 0 0 1 10.8 7Z'),
  doctor_opened_report: pie('M7 3.2a3.8 3.8 0 0 1 0 7.6Z'),
  report_in_progress: pie('M7 7V3.2A3.8 3.8 0 1 1 3.2 7Z'),
  report_drafted: mark('M4.6 5.7h4.8M4.6 8.3h3.2'),
  report_uploaded: mark('M7 9.8V4.4M4.9 6.4 7 4.3l2.1 2.1'),
  report_finalized: check,
  report_downloaded_radiologist: arrowDown,
  report_downloaded: arrowDown,
  final_report_downloaded: check,
  archived: mark('M4.6 5h4.8v4.4H4.6zM6.2 7h1.6'),
}

const dashed = <circle cx="7" cy="7" r="5.4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.2 2" />

/** Renders the status as a coloured shape. It is decorative, so the label must be next to it or in an accessible name. */
export function StatusDot({ status, className }: { status: StudyStatus; className?: string }) {
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      aria-hidden
      className={cx('shrink-0', dotColour[describeStatus(status).colour], className)}
    >
      {shapes[status] ?? dashed}
    </svg>
  )
}

/** Renders the status shape with its label. */
export function StatusLabel({ status }: { status: StudyStatus }) {
  const { label, colour } = describeStatus(status)
  return (
    <span className={cx('inline-flex items-center gap-1.5 font-medium', textColour[colour])}>
      <StatusDot status={status} />
      {label}
    </span>
  )
}
