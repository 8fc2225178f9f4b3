import type { ReportedCycle } from '@readroom/contracts/patients/summary'
import { minutesBetween } from '@readroom/contracts/turnaround/turnaround'
import type { CourseEvent } from '@readroom/db/patients/study-summary'
import type { StudyRow } from '@readroom/db/studies/studies'
import type { Timeline } from '@readroom/db/studies/study-events'
import { emptyTimeline, project } from '@readroom/domain/studies/timeline'

function toCycle(timeline: Timeline, reporter: string | null): ReportedCycle {
  const { cycle, readyAt, assignedAt, reportedAt } = timeline
  return {
    cycle,
    readyAt: readyAt?.toISOString() ?? null,
    reportedBy: reportedAt && reporter,
    reportedAt: reportedAt?.toISOString() ?? null,
    turnaroundMinutes: minutesBetween(readyAt, reportedAt),
    diffAssignAndReportTAT: minutesBetween(assignedAt, reportedAt),
  }
}

/** Replays the events and returns the current cycle and those that a reset ended, newest first. */
export function cyclesOf(study: StudyRow, events: CourseEvent[]): { present: ReportedCycle; earlier: ReportedCycle[] } {
  const earlier: ReportedCycle[] = []
  let timeline: Timeline = { ...emptyTimeline, receivedAt: study.receivedAt }
  let reporter: string | null = null
  for (const { event, doctorName } of events) {
    if (event.event === 'reset') earlier.unshift(toCycle(timeline, reporter))
    if (event.event === 'finalized' || event.event === 'uploaded') reporter = doctorName
    timeline = { ...timeline, ...project(timeline, event) }
  }
  return { present: toCycle(timeline, reporter), earlier }
}
