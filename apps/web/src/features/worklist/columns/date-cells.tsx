import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { Fact } from '../../../components/study/study-facts.tsx'
import { cx } from '../../../lib/cx.ts'
import { clinicDay, formatDate, formatInstant, formatMinutes } from '../../../lib/format.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'

type MomentProps = { iso: string; tip: string; date: string; time: string | undefined }

const wideOnly = '@max-[118px]:hidden'

/** Shows a day and a time. A narrow column leaves out the year if it is this one, otherwise the time. The tip has everything. */
function DayAndTime({ iso, tip, date, time }: MomentProps) {
  const isThisYear = date.endsWith(`/${clinicDay(new Date()).slice(0, 4)}`)
  return (
    <span className="@container min-w-0 flex-1">
      <time dateTime={iso} data-tip={tip} className="num block truncate text-sm text-text-2">
        {date.slice(0, 5)}
        <span className={cx(isThisYear && wideOnly)}>{date.slice(5)}</span>
        {time && <span className={cx('text-text-3', !isThisYear && wideOnly)}> {time}</span>}
      </time>
    </span>
  )
}

export function InstantCell({ iso }: { iso: string | null }) {
  if (!iso) return <Fact value={null} />
  const { date, time, exact } = formatInstant(iso)
  return <DayAndTime iso={iso} tip={exact} date={date} time={time} />
}

const minuteMs = 60_000
const dayMinutes = 1_440

/** Returns the time left until the deadline, or how late it is. For a reported or distant deadline, returns the day and time. */
function dueWords({ dueAt, reportedDate }: { dueAt: string; reportedDate: string | null }, now: Date) {
  const left = Math.floor((Date.parse(dueAt) - now.getTime()) / minuteMs)
  const { date, time } = formatInstant(dueAt)
  if (reportedDate !== null || left >= dayMinutes) return { words: `${date.slice(0, 5)} ${time}`, isLate: false }
  return left < 0
    ? { words: `${formatMinutes(-left)} late`, isLate: true }
    : { words: `${formatMinutes(left)} left`, isLate: false }
}

/** Shows the time when the report is due. */
export function DueCell({ row: { dueAt, reportedDate } }: { row: WorklistRow }) {
  const now = useNow(minuteMs / 2)
  if (!dueAt) return <Fact value={null} />
  const { words, isLate } = dueWords({ dueAt, reportedDate }, now)
  return (
    <time
      dateTime={dueAt}
      data-tip={`Due ${formatInstant(dueAt).exact}`}
      className={cx('num truncate text-sm', isLate ? 'font-semibold text-red-fg' : 'text-text-2')}
    >
      {words}
    </time>
  )
}

/** Shows a date and time of the scanner's clock, which has no zone. */
export function StudyDateCell({ row: { studyDate, studyDateTime } }: { row: WorklistRow }) {
  if (!studyDate) return <Fact value={null} />
  const date = formatDate(studyDate)
  const time = studyDateTime?.split('T')[1]?.slice(0, 5)
  return <DayAndTime iso={studyDateTime ?? studyDate} tip={[date, time].filter(Boolean).join(' ')} date={date} time={time} />
}
