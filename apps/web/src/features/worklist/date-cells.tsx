import type { WorklistRow } from '@readroom/contracts/studies'
import { Fact } from '../../components/study/study-facts.tsx'
import { formatDate, formatInstant } from '../../lib/format.ts'

export function InstantCell({ iso }: { iso: string | null }) {
  if (!iso) return <Fact value={null} />
  const { date, time, exact } = formatInstant(iso)
  return (
    <time dateTime={iso} data-tip={exact} className="num truncate text-sm text-text-2">
      {date} <span className="text-text-3">{time}</span>
    </time>
  )
}

/** A date and time of the scanner's clock, which has no zone. */
export function StudyDateCell({ row: { studyDate, studyDateTime } }: { row: WorklistRow }) {
  if (!studyDate) return <Fact value={null} />
  const time = studyDateTime?.split('T')[1]?.slice(0, 5)
  return (
    <time dateTime={studyDateTime ?? studyDate} data-full className="num truncate text-sm text-text-2">
      {formatDate(studyDate)} {time && <span className="text-text-3">{time}</span>}
    </time>
  )
}
