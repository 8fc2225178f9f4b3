import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { Countdown } from '../../../components/study/countdown.tsx'
import { Fact } from '../../../components/study/study-facts.tsx'
import { cx } from '../../../lib/cx.ts'
import { clinicDay, formatDate, formatInstant } from '../../../lib/format.ts'

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

/** Shows the time left for the report of an unread study. For a reported one, shows when it was due. */
export function DueCell({ row }: { row: WorklistRow }) {
  if (!row.dueAt) return <Fact value={null} />
  if (row.reportedDate === null)
    return (
      <span className="@container min-w-0 flex-1">
        <Countdown study={row} />
      </span>
    )
  const { date, time, exact } = formatInstant(row.dueAt)
  return (
    <time dateTime={row.dueAt} data-tip={`Due ${exact}`} className="num truncate text-sm text-text-3">
      {date.slice(0, 5)} {time}
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
