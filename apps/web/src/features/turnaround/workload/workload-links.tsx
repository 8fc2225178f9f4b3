import { studyStatuses, tabOf } from '@readroom/contracts/studies/study-workflow'
import type { WaitingCause } from '@readroom/contracts/turnaround/workload'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../../../lib/cx.ts'
import { paths } from '../../../lib/paths.ts'

/** Filters of the worklist, as its address has them. */
export type WorklistFilters = { assignedTo?: string; location?: string; status?: string; deadline?: 'atRisk' | 'late' }

/** The statuses of studies that wait for a report, or whose images are still arriving. */
export const openStatus = studyStatuses.filter((status) => tabOf(status, 'admin') !== 'completed').join(',')

/** The filters that show the studies of each cause. */
export const filtersOfCause: Record<WaitingCause, WorklistFilters> = {
  unassigned: { assignedTo: 'unassigned', status: openStatus },
  unopened: { status: 'assigned_to_doctor' },
  unwritten: { status: 'doctor_opened_report' },
  unsigned: { status: 'report_in_progress,report_drafted' },
}

const worklistPath = (filters: WorklistFilters) =>
  `${paths.adminDashboard}?${new URLSearchParams({ tab: 'all', date: 'all', sort: 'dueDate', ...filters })}`

type Props = { filters: WorklistFilters; count: number; label: string; className?: string; children?: ReactNode }

/** Shows a number of studies, with a link to the worklist that shows them. */
export function StudiesLink({ filters, count, label, className, children = count }: Props) {
  if (count === 0) return <span className="num text-text-3">0</span>
  return (
    <Link
      to={worklistPath(filters)}
      aria-label={label}
      className={cx(
        'num underline-offset-2 hover:underline max-lg:inline-flex max-lg:h-11 max-lg:min-w-11 max-lg:items-center max-lg:justify-end',
        className,
      )}
    >
      {children}
    </Link>
  )
}
