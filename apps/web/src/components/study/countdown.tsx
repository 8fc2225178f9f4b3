import { AlarmClock, Hourglass, type LucideIcon } from 'lucide-react'
import { cx } from '../../lib/cx.ts'
import { capital } from '../../lib/format.ts'
import { useServerTime } from '../../lib/server-clock.ts'
import {
  type CountdownBand,
  countdownBand,
  countdownText,
  countdownWords,
  minutesFrom,
  type Waiting,
} from '../../lib/studies/countdown.ts'

const bandTable: Record<CountdownBand, { className: string; Icon: LucideIcon | null }> = {
  quiet: { className: 'text-text-2', Icon: null },
  atRisk: { className: 'font-medium text-orange-fg', Icon: Hourglass },
  late: { className: 'font-semibold text-red-fg', Icon: AlarmClock },
}

/** Shows the time left until a report is due, or how late it is. Shows nothing if the study is reported or has no deadline. */
export function Countdown({ study }: { study: Waiting }) {
  const { dueAt } = study
  const band = useServerTime((now) => countdownBand(study, now))
  const minutes = useServerTime((now) => (dueAt === null ? 0 : minutesFrom(dueAt, now)))
  if (dueAt === null || band === null) return null
  const { className, Icon } = bandTable[band]
  const words = countdownWords(band, minutes, dueAt)
  return (
    <time dateTime={dueAt} data-tip={capital(words)} className={cx('num flex min-w-0 items-center gap-1 text-sm', className)}>
      {Icon && <Icon size={13} className="shrink-0" aria-hidden />}
      <span className="truncate" aria-hidden>
        {countdownText(band, minutes)}
      </span>
      <span className="sr-only">{words}</span>
    </time>
  )
}
