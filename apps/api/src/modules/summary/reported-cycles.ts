import type { ReportedCycle } from '@readroom/contracts/summary'
import type { StudyRow } from '@readroom/db/queries/studies'
import type { Timeline } from '@readroom/db/queries/study-events'
import type { CourseEvent } from '@readroom/db/queries/study-summary'
import { emptyTimeline, project } from '@readroom/domain/timeline'

const minuteMs = 60_000

function minutesBetween(start: Date | null, end: Date | null): number | null {
  if (start === null || end === null) return null
  return Math.max(0, Math.floor((end.getTime() - start.getTime()) / minuteMs))
}

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

/** The present cycle, and those that a reset ended, newest first: what the events make of a timeline, one after the other. */
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
