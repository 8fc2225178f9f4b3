import type { WorklistRow } from '@readroom/contracts/studies'
import { formatInstant } from '../../lib/format.ts'

/** Who has the study now. */
export function AssignedBanner({ study }: { study: WorklistRow }) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line bg-canvas px-5 py-2 text-sm">
      <span className="mr-1 text-text-2">Currently assigned</span>
      {study.doctorAssignments.length === 0 && <span className="text-text-3">Nobody</span>}
      {study.doctorAssignments.map(({ doctorId, doctorDetails, assignedAt }) => {
        const { text, exact } = formatInstant(assignedAt)
        return (
          <span key={doctorId} data-tip={exact} className="num rounded-xs border border-line-strong px-1.5 text-xs">
            <bdi className="font-medium">{doctorDetails.fullName}</bdi> <span className="text-text-3">since {text}</span>
          </span>
        )
      })}
    </div>
  )
}
