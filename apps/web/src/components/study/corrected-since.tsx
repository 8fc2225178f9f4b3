import type { Report } from '@readroom/contracts/reports/reports'
import { TriangleAlert } from 'lucide-react'

type Known = Pick<Report, 'version' | 'reportStatus' | 'isWithdrawn' | 'isTaken' | 'signed'>

/**
 * Returns what is newer than the report the user has downloaded: only addenda, or another report in its place. Null if they have the newest or none.
 * `reports` are ordered newest first.
 */
export function newerThanTaken(reports: readonly Known[]): 'addendum' | 'correction' | null {
  const finished = reports.filter(({ reportStatus }) => reportStatus === 'finalized')
  const taken = finished.find(({ isTaken }) => isTaken)
  if (!taken) return null
  const newer = finished.filter(({ isWithdrawn, version }) => !isWithdrawn && version > taken.version)
  if (newer.length === 0) return null
  return newer.every(({ signed }) => signed?.kind === 'addendum') ? 'addendum' : 'correction'
}

const words = {
  addendum: 'An addendum was added after your download. Download the report again.',
  correction: 'Corrected after your download. Download the report again.',
} as const

/** Tells a user who has an older report what the newer one is. */
export function CorrectedSince({ by }: { by: 'addendum' | 'correction' }) {
  return (
    <p
      role="status"
      className="mx-auto mb-3 flex w-full max-w-[800px] items-center gap-2 rounded-sm bg-orange-wash px-3 py-2 font-medium text-orange-fg print:hidden"
    >
      <TriangleAlert size={15} aria-hidden className="shrink-0" />
      {words[by]}
    </p>
  )
}
