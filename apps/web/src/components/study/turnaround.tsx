import type { StatusColour } from '@readroom/contracts/studies/study-workflow'
import { bandOf, formatMinutes, type TurnaroundBand, turnaroundBands } from '@readroom/contracts/turnaround/turnaround'
import { cx } from '../../lib/cx.ts'

const pipColour: Partial<Record<StatusColour, string>> = {
  green: 'fill-green-dot',
  blue: 'fill-blue-dot',
  yellow: 'fill-yellow-dot',
  orange: 'fill-orange-dot',
  red: 'fill-red-dot',
}
const textColour: Partial<Record<StatusColour, string>> = {
  green: 'text-green-fg',
  blue: 'text-blue-fg',
  yellow: 'text-yellow-fg',
  orange: 'text-orange-fg',
  red: 'text-red-fg',
}

/** Shows the height of the band as a shape, in addition to the colour. */
export function Pips({ band }: { band: TurnaroundBand | null }) {
  const filled = band ? turnaroundBands.indexOf(band) + 1 : 0
  return (
    <svg width="22" height="9" viewBox="0 0 22 9" aria-hidden className="shrink-0">
      {turnaroundBands.map(({ label }, index) => (
        <rect
          key={label}
          x={index * 4.6}
          width="3.2"
          height="9"
          rx="1"
          className={(index < filled && band && pipColour[band.colour]) || 'fill-line-strong'}
        />
      ))}
    </svg>
  )
}

type Props = {
  minutes: number | null
  format?: (minutes: number) => string
  className?: string
  textClassName?: string
}

/** Shows a turnaround time in the colour of its band. N/A if one of its two dates is missing. */
export function Turnaround({ minutes, format = formatMinutes, className = 'gap-1.5', textClassName }: Props) {
  const band = bandOf(minutes)
  const colour = minutes === null ? 'font-regular text-text-3' : ((band && textColour[band.colour]) ?? 'text-grey-fg')
  return (
    <span
      className={cx('num inline-flex items-center font-medium whitespace-nowrap', className)}
      data-band={band?.colour ?? 'grey'}
    >
      <Pips band={band} />
      <span className={cx(colour, textClassName)}>{minutes === null ? 'N/A' : format(minutes)}</span>
    </span>
  )
}
