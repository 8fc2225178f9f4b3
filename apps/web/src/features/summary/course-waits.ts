import type { CourseEntry, StudySummary } from '@readroom/contracts/summary'

const minuteMs = 60_000

/** A step, and how long it took until the next one; null after the last, where nothing is waited for. */
export type CourseWait = CourseEntry & { wait: number | null; isLongest: boolean; isRunning: boolean }

/** What nobody waits for any more once it is there. */
const isOpen = ({ reportedInfo }: Pick<StudySummary, 'reportedInfo'>) => reportedInfo.reportedAt === null

/** The course with the time between its steps, and since the last one until the report is there. */
export function courseWaits(summary: Pick<StudySummary, 'course' | 'reportedInfo'>, now: Date): CourseWait[] {
  const { course } = summary
  const waits = course.map(({ at }, index) => {
    const next = course[index + 1]
    const isRunning = next === undefined && isOpen(summary)
    const until = next ? Date.parse(next.at) : now.getTime()
    return next || isRunning ? Math.max(0, Math.floor((until - Date.parse(at)) / minuteMs)) : null
  })
  const longest = Math.max(...waits.map((wait) => wait ?? 0))
  const first = waits.indexOf(longest)
  return course.map((entry, index) => ({
    ...entry,
    wait: waits[index] ?? null,
    isLongest: longest > 0 && index === first,
    isRunning: index === course.length - 1,
  }))
}
