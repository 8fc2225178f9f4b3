import { minutesBetween } from '@readroom/contracts/turnaround/turnaround'
import type { TurnaroundCycle, TurnaroundStudy } from '@readroom/contracts/turnaround/turnaround-report'
import type { TurnaroundRecord } from '@readroom/db/turnaround/turnaround-record'

type Happened = Pick<TurnaroundRecord, 'receivedAt' | 'reportedAt' | 'events'>

/** The cycles of a study: each begins with a reset, the first with the upload, and ends with its first finished report. */
function cyclesOf({ receivedAt, reportedAt, events }: Happened): TurnaroundCycle[] {
  const cycles: { start: Date; report: Date | null }[] = [{ start: receivedAt, report: null }]
  for (const { event, at } of events) {
    const current = cycles.at(-1)
    if (event === 'reset') cycles.push({ start: at, report: null })
    else if (current) current.report = event === 'recalled' ? null : (current.report ?? at)
  }
  const present = cycles.at(-1)
  if (present) present.report = reportedAt
  return cycles.map(({ start, report }) => ({
    startDate: start.toISOString(),
    reportDate: report?.toISOString() ?? null,
    startToReportTAT: minutesBetween(start, report),
  }))
}

/** The pauses of a study, and its time from upload to report without them, in whole minutes. */
export function netOf({
  receivedAt,
  reportedAt,
  pausedSeconds,
}: Pick<TurnaroundRecord, 'receivedAt' | 'reportedAt' | 'pausedSeconds'>): Pick<
  TurnaroundStudy,
  'pausedMinutes' | 'netUploadToReportTAT'
> {
  const running = new Date(receivedAt.getTime() + pausedSeconds * 1000)
  return { pausedMinutes: Math.floor(pausedSeconds / 60), netUploadToReportTAT: minutesBetween(running, reportedAt) }
}

/** The figures of a study, each between two dates of its row. */
export function turnaroundOf(study: Happened & Pick<TurnaroundRecord, 'firstAssignedAt'>): TurnaroundStudy['fullTatDetails'] {
  const { receivedAt, firstAssignedAt, reportedAt } = study
  return {
    uploadToAssignmentTAT: minutesBetween(receivedAt, firstAssignedAt),
    assignmentToReportTATFormatted: minutesBetween(firstAssignedAt, reportedAt),
    uploadToReportTATFormatted: minutesBetween(receivedAt, reportedAt),
    cycles: cyclesOf(study),
  }
}
