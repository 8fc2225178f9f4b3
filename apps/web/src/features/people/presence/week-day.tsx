import { cx } from '../../../lib/cx.ts'
import { clinicDay, formatInstant, formatLongDay, formatWeekday } from '../../../lib/format.ts'
import type { DayOn, Span } from './week-days.ts'

const listed = new Intl.ListFormat('en-GB')

/** Returns the times of a span in its day. A span to the end of the day ends at 24:00. */
function timesOf({ from, to }: Span, day: Span): string {
  const timeOf = (at: number) => (at === day.to ? '24:00' : formatInstant(new Date(at).toISOString()).time)
  return `${timeOf(from)}–${timeOf(to)}`
}

/** Returns in words when no doctor is on duty. */
function gapWords({ span, gaps, on }: DayOn): string {
  if (on.length === 0) return 'No doctor on duty all day'
  return gaps.length === 0
    ? 'A doctor is always on duty'
    : `No doctor on duty ${listed.format(gaps.map((gap) => timesOf(gap, span)))}`
}

/** Draws the hours of a day: those with a doctor on duty, and the gaps. The words beside it say the same. */
function Coverage({ span, gaps }: DayOn) {
  const share = (milliseconds: number) => `${(100 * milliseconds) / (span.to - span.from)}%`
  return (
    <div aria-hidden className="relative mt-2 h-2 overflow-hidden rounded-full bg-green-dot">
      {gaps.map(({ from, to }) => (
        <span
          key={from}
          className="absolute inset-y-0 bg-red-dot"
          style={{ left: share(from - span.from), width: share(to - from) }}
        />
      ))}
    </div>
  )
}

/** Shows a day of the week: who is on, who is away, and when nobody is on. */
export function WeekDay({ day: shown }: { day: DayOn }) {
  const { day, span, on, away, gaps } = shown
  const isToday = day === clinicDay(new Date())
  return (
    <section
      aria-label={formatLongDay(day)}
      aria-current={isToday ? 'date' : undefined}
      className="grid gap-x-6 gap-y-3 border-b border-line py-4 lg:grid-cols-[280px_minmax(0,1fr)]"
    >
      <div>
        <h2 className="font-semibold">
          {formatWeekday(new Date(span.from))} <span className="num font-regular text-text-2">{formatLongDay(day)}</span>
          {isToday && <span className="ml-2 text-sm font-medium text-accent-text">Today</span>}
        </h2>
        <p className={cx('mt-1 text-sm', gaps.length > 0 ? 'text-red-fg' : 'text-green-fg')}>{gapWords(shown)}</p>
        <Coverage {...shown} />
      </div>
      <div>
        {on.length > 0 && (
          <ul aria-label="On" className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,230px),1fr))] gap-x-4 gap-y-1">
            {on.map((one) => (
              <li key={`${one.doctor._id} ${one.span.from}`} className="flex min-w-0 gap-3">
                <span className="num shrink-0 text-text-2">{timesOf(one.span, span)}</span>
                <bdi data-full className="truncate">
                  {one.doctor.fullName}
                </bdi>
              </li>
            ))}
          </ul>
        )}
        {away.length > 0 && (
          <p className={cx('text-sm text-text-2', on.length > 0 && 'mt-2')}>
            Away:{' '}
            {away.map(({ _id, fullName }, place) => (
              <span key={_id}>
                {place > 0 && ', '}
                <bdi>{fullName}</bdi>
              </span>
            ))}
          </p>
        )}
      </div>
    </section>
  )
}
