import { deadlineBands } from '@readroom/contracts/studies/study-filters'
import { studyStatuses, tabOf } from '@readroom/contracts/studies/study-workflow'
import type { WaitingCause } from '@readroom/contracts/turnaround/workload'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { cx } from '../../../lib/cx.ts'
import { paths } from '../../../lib/paths.ts'

/** Filters of the worklist, as its address has them. */
export type WorklistFilters = { assignedTo?: string; location?: string; status?: string; deadline?: string }

/** The statuses of studies that wait for a report, or whose images are still arriving. */
export const openStatus = studyStatuses.filter((status) => tabOf(status, 'admin') !== 'completed').join(',')

const unpaused = deadlineBands.filter((band) => band !== 'paused').join(',')

/** The filters that show the studies of each cause. */
export const filtersOfCause: Record<WaitingCause, WorklistFilters> = {
  unassigned: { assignedTo: 'unassigned', status: openStatus, deadline: unpaused },
  unopened: { status: 'assigned_to_doctor', deadline: unpaused },
  unwritten: { status: 'doctor_opened_report', deadline: unpaused },
  unsigned: { status: 'report_in_progress,report_drafted', deadline: unpaused },
  paused: { deadline: 'paused' },
}

const worklistPath = (filters: WorklistFilters) =>
  `${paths.adminDashboard}?${new URLSearchParams({ tab: 'all', date: 'all', sort: 'dueDate', ...filters })}`

const colours: ReadonlyMap<string, string> = new Map([
  ['atRisk', 'font-medium text-orange-fg'],
  ['late', 'font-semibold text-red-fg'],
])

export const linkClass = 'num underline-offset-2 hover:underline max-lg:inline-block max-lg:min-w-11 max-lg:leading-11'

type Props = { filters: WorklistFilters; count: number; label: string; children?: ReactNode }

/** Shows a number of studies, with a link to the worklist that shows them. The number is in the colour of its band. */
export function StudiesLink({ filters, count, label, children = count }: Props) {
  if (count === 0) return <span className="num text-text-3 max-lg:leading-11">{children}</span>
  return (
    <Link
      to={worklistPath(filters)}
      aria-label={label}
      className={cx(linkClass, filters.deadline && colours.get(filters.deadline))}
    >
      {children}
    </Link>
  )
}
