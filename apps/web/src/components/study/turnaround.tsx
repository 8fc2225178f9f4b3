import { cx } from '../../lib/cx.ts'
import { formatMinutes } from '../../lib/format.ts'

/** The specification's bands of a turnaround, by their upper bounds in minutes. */
const bands = [
  { upTo: 60, text: 'text-green-fg', pip: 'bg-green-dot' },
  { upTo: 240, text: 'text-blue-fg', pip: 'bg-blue-dot' },
  { upTo: 480, text: 'text-yellow-fg', pip: 'bg-yellow-dot' },
  { upTo: 1440, text: 'text-orange-fg', pip: 'bg-orange-dot' },
  { upTo: Number.POSITIVE_INFINITY, text: 'text-red-fg', pip: 'bg-red-dot' },
] as const

/** A turnaround as a value in the colour of its band, with as many pips. */
export function Turnaround({ minutes }: { minutes: number | null }) {
  if (minutes === null) return <span className="text-text-3">N/A</span>
  const band = bands.findIndex(({ upTo }) => minutes <= upTo)
  const look = bands[band]
  return (
    <span className={cx('num inline-flex items-center gap-1.5 font-medium whitespace-nowrap', look?.text)}>
      <span aria-hidden className="flex gap-px">
        {bands.map(({ upTo }, index) => (
          <span key={upTo} className={cx('h-2.5 w-[3px]', index <= band ? look?.pip : 'bg-press')} />
        ))}
      </span>
      {formatMinutes(minutes)}
    </span>
  )
}
