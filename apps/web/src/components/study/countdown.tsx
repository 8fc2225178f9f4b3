import type { DeadlineBand } from '@readroom/contracts/studies/study-filters'
import { AlarmClock, CirclePause, Hourglass, type LucideIcon } from 'lucide-react'
import { cx } from '../../lib/cx.ts'
import { capital } from '../../lib/format.ts'
import { countdownBand, countdownText, countdownWords, minutesFrom, type Waiting } from '../../lib/studies/countdown.ts'
import { useServerTime } from '../../lib/time/server-clock.ts'

type Band = { className: string; Icon?: LucideIcon; iconClass?: string }

const bandTable: Record<DeadlineBand, Band> = {
  onTime: { className: 'text-text-2' },
  atRisk: { className: 'font-medium text-orange-fg', Icon: Hourglass },
  paused: { className: 'font-medium text-purple-fg', Icon: CirclePause },
  // A narrow column has no room for the icon beside the word "late".
  late: { className: 'font-semibold text-red-fg', Icon: AlarmClock, iconClass: '@max-[93px]:hidden' },
}

type Props = {
  study: Waiting
  /** True if no heading says what the time is. */
  isAlone?: boolean
}

/** Shows the time left until a report is due, how late it is, or what the study is paused for. Shows nothing if the study is reported or has no deadline. */
export function Countdown({ study, isAlone = false }: Props) {
  const { dueAt } = study
  const band = useServerTime((now) => countdownBand(study, now))
  const minutes = useServerTime((now) => (dueAt === null ? 0 : minutesFrom(dueAt, now)))
  if (dueAt === null || band === null) return null
  const { className, Icon, iconClass } = bandTable[band]
  const words = countdownWords(band, minutes, dueAt, study)
  return (
    <time dateTime={dueAt} data-tip={capital(words)} className={cx('num flex min-w-0 items-center gap-1 text-sm', className)}>
      {Icon && <Icon size={13} className={cx('shrink-0', iconClass)} aria-hidden />}
      <span className="truncate" aria-hidden>
        {isAlone && (band === 'onTime' || band === 'atRisk') && 'due in '}
        {countdownText(band, minutes, study)}
      </span>
      <span className="sr-only">{words}</span>
    </time>
  )
}
