import { type CourseEntry, type StudySummary, stepFactsOf } from '@readroom/contracts/patients/summary'
import { minutesBetween } from '@readroom/contracts/turnaround/turnaround'

/** A step and the minutes until the next one. `wait` is null after the last step if nothing is pending. */
export type CourseWait = CourseEntry & { wait: number | null; isLongest: boolean; isRunning: boolean }

/** Returns true while the report is pending. */
const isOpen = ({ reportedInfo }: Pick<StudySummary, 'reportedInfo'>) => reportedInfo.reportedAt === null

const endsWait = (entry: CourseEntry) => stepFactsOf(entry).endsWait

/** Returns the steps with the time between them and, until the report is ready, the time since the last one. */
export function courseWaits(summary: Pick<StudySummary, 'course' | 'reportedInfo'>, now: Date): CourseWait[] {
  const { course } = summary
  const waits = course.map((entry, index) => {
    if (!endsWait(entry)) return null
    const next = course.slice(index + 1).find(endsWait)
    const isRunning = next === undefined && isOpen(summary)
    const until = next ? new Date(next.at) : now
    // A browser's clock may be behind the server's.
    return next || isRunning ? (minutesBetween(new Date(entry.at), until) ?? 0) : null
  })
  const longest = Math.max(...waits.map((wait) => wait ?? 0))
  const first = waits.indexOf(longest)
  const last = course.findLastIndex(endsWait)
  return course.map((entry, index) => ({
    ...entry,
    wait: waits[index] ?? null,
    isLongest: longest > 0 && index === first,
    isRunning: index === last,
  }))
}
