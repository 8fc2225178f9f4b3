import type { Report } from '@readroom/contracts/reports'

type Known = Pick<Report, 'version' | 'reportStatus' | 'isWithdrawn' | 'isTaken'>

/** Whether who asks has an older finished report of the study and not the newest. `reports`: newest first. */
export function isCorrectedSinceTaken(reports: readonly Known[]): boolean {
  const finished = reports.filter(({ reportStatus }) => reportStatus === 'finalized')
  const newest = finished.find(({ isWithdrawn }) => !isWithdrawn)
  return newest !== undefined && !newest.isTaken && finished.some((report) => report.isTaken && report.version < newest.version)
}
