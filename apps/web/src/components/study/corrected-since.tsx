import type { Report } from '@readroom/contracts/reports'
import { TriangleAlert } from 'lucide-react'

type Known = Pick<Report, 'version' | 'reportStatus' | 'isWithdrawn' | 'isTaken'>

/** Whether who asks has an older finished report of the study and not the newest. `reports`: newest first. */
export function isCorrectedSinceTaken(reports: readonly Known[]): boolean {
  const finished = reports.filter(({ reportStatus }) => reportStatus === 'finalized')
  const newest = finished.find(({ isWithdrawn }) => !isWithdrawn)
  return newest !== undefined && !newest.isTaken && finished.some((report) => report.isTaken && report.version < newest.version)
}

/** Said to whoever has a report that is no longer the newest. */
export function CorrectedSince() {
  return (
    <p
      role="status"
      className="mx-auto mb-3 flex w-full max-w-[800px] items-center gap-2 rounded-sm bg-orange-wash px-3 py-2 font-medium text-orange-fg print:hidden"
    >
      <TriangleAlert size={15} aria-hidden className="shrink-0" />
      Corrected since you downloaded it. Download the new one.
    </p>
  )
}
