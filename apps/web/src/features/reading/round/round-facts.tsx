import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { cx } from '../../../lib/cx.ts'
import { formatInstant, formatMinutes } from '../../../lib/format.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import type { RoundState } from './use-round.ts'

const minute = 60_000

function Due({ study: { dueAt, reportedDate } }: { study: WorklistRow }) {
  const now = useNow(minute / 2)
  if (dueAt === null || reportedDate !== null) return null
  const left = Math.floor((Date.parse(dueAt) - now.getTime()) / minute)
  const isLate = left < 0
  const { time, exact } = formatInstant(dueAt)
  return (
    <div data-tip={exact}>
      <dt className="num text-2xs text-text-3 uppercase">Due {time}</dt>
      <dd className={cx('num text-sm font-medium', isLate && 'text-red-fg')}>
        {isLate ? `${formatMinutes(-left)} late` : `${formatMinutes(left)} left`}
      </dd>
    </div>
  )
}

/** Shows the reader's position in the list, the time left for this study, and the work done in this tab. */
export function RoundFacts({ study, round: { place, counts } }: { study: WorklistRow; round: RoundState }) {
  const done = [
    ['signed', counts.signed],
    ['put aside', counts.putAside],
    ['skipped', counts.skipped.length],
  ] as const
  const words = done.flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []))
  return (
    <dl className="flex shrink-0 gap-5 text-right text-xs">
      {words.length > 0 && (
        <div className="max-xl:hidden">
          <dt className="text-2xs text-text-3 uppercase">This session</dt>
          <dd className="num text-sm text-text-3">{words.join(' · ')}</dd>
        </div>
      )}
      <Due study={study} />
      {place && (
        <div>
          <dt className="text-2xs text-text-3 uppercase">Position</dt>
          <dd className="num text-sm text-text-2">
            {place.place} of {place.of} open
          </dd>
        </div>
      )}
    </dl>
  )
}
