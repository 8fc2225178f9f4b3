import type { ReportedCycle } from '@readroom/contracts/patients/summary'
import { minutesBetween } from '@readroom/contracts/turnaround/turnaround'
import type { CourseEvent } from '@readroom/db/patients/study-summary'
import type { StudyRow } from '@readroom/db/studies/studies'
import type { Timeline } from '@readroom/db/studies/study-events'
import { type Pause, pausedBetween, pausesOf } from '@readroom/domain/studies/pauses/paused-time'
import { emptyTimeline, project } from '@readroom/domain/studies/timeline'

const minute = 60_000

/** Returns the time between ready and report, and the pauses in it; of a cycle without a report, the ended pauses up to `end`. */
function pausedTime({ readyAt, reportedAt }: Timeline, pauses: readonly Pause[], end: Date) {
  if (readyAt === null) return { netTurnaroundMinutes: null, pausedMinutes: 0 }
  const ended = pauses.filter(({ isEnded, to }) => isEnded || to <= end)
  const paused = pausedBetween(ended, readyAt, reportedAt ?? end)
  const net = reportedAt && Math.floor((reportedAt.getTime() - readyAt.getTime() - paused) / minute)
  return { netTurnaroundMinutes: net, pausedMinutes: Math.floor(paused / minute) }
}

function toCycle(timeline: Timeline, reporter: string | null, pauses: readonly Pause[], end: Date): ReportedCycle {
  const { cycle, readyAt, assignedAt, reportedAt } = timeline
  return {
    cycle,
    readyAt: readyAt?.toISOString() ?? null,
    reportedBy: reportedAt && reporter,
    reportedAt: reportedAt?.toISOString() ?? null,
    turnaroundMinutes: minutesBetween(readyAt, reportedAt),
    ...pausedTime(timeline, pauses, end),
    diffAssignAndReportTAT: minutesBetween(assignedAt, reportedAt),
  }
}

/** Replays the events and returns the current cycle and those that a reset ended, newest first. */
export function cyclesOf(study: StudyRow, events: CourseEvent[]): { present: ReportedCycle; earlier: ReportedCycle[] } {
  const earlier: ReportedCycle[] = []
  const pauses = pausesOf(events.map(({ event }) => event))
  let timeline: Timeline = { ...emptyTimeline, receivedAt: study.receivedAt }
  let reporter: string | null = null
  for (const { event, doctorName } of events) {
    if (event.event === 'reset') earlier.unshift(toCycle(timeline, reporter, pauses, event.at))
    if (event.event === 'finalized' || event.event === 'uploaded') reporter = doctorName
    timeline = { ...timeline, ...project(timeline, event) }
  }
  return { present: toCycle(timeline, reporter, pauses, new Date()), earlier }
}
