import type { TatCycle, TatStudy } from '@readroom/contracts/tat'
import type { TatRecord } from '@readroom/db/queries/tat-record'

const minuteMs = 60_000

/** Whole minutes, as they are shown and coloured; null where one of the two has not happened, or not in this order. */
function minutesBetween(from: Date | null, to: Date | null): number | null {
  if (!from || !to || to < from) return null
  return Math.floor((to.getTime() - from.getTime()) / minuteMs)
}

type Happened = Pick<TatRecord, 'receivedAt' | 'reportedAt' | 'events'>

/** The cycles of a study: each begins with a reset, the first with the upload, and ends with its first finished report. */
function cyclesOf({ receivedAt, reportedAt, events }: Happened): TatCycle[] {
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

/** The figures of a study, each between two dates of its row. */
export function turnaroundOf(study: Happened & Pick<TatRecord, 'firstAssignedAt'>): TatStudy['fullTatDetails'] {
  const { receivedAt, firstAssignedAt, reportedAt } = study
  return {
    uploadToAssignmentTAT: minutesBetween(receivedAt, firstAssignedAt),
    assignmentToReportTATFormatted: minutesBetween(firstAssignedAt, reportedAt),
    uploadToReportTATFormatted: minutesBetween(receivedAt, reportedAt),
    cycles: cyclesOf(study),
  }
}
