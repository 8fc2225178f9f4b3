import { cx } from '../../lib/cx.ts'

type Props = { label: string; value: number | null; text: string }

const percentOf = (value: number | null) => (value === null ? null : Math.round(value * 100))

/** Returns the text of a progress, with its percentage if the total is known. */
export const progressText = ({ value, text }: Pick<Props, 'value' | 'text'>) =>
  value === null ? text : `${text}, ${percentOf(value)}%`

/** Renders the bar alone. `value` is between 0 and 1, or null if the total is unknown. */
export function ProgressBar({ label, value, text }: Props) {
  const percent = percentOf(value)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuetext={text}
      {...(percent !== null && { 'aria-valuenow': percent })}
      className="h-[3px] overflow-hidden rounded-full bg-press"
    >
      <div className={cx('h-full bg-accent', percent === null && 'progress-unknown')} style={{ width: `${percent ?? 30}%` }} />
    </div>
  )
}

/** Renders a progress bar with its label and text above it. */
export function Progress(props: Props) {
  return (
    <div className="w-full min-w-0">
      <div className="mb-1.5 flex justify-between gap-4 text-sm">
        <span className="truncate">{props.label}</span>
        <span className="num shrink-0 text-text-3">{progressText(props)}</span>
      </div>
      <ProgressBar {...props} />
    </div>
  )
}

/** Renders a line along the top of the window while something loads. Appears only if it takes longer than a moment. */
export function ProgressLine() {
  return (
    <div
      role="progressbar"
      aria-label="Loading"
      className="progress-line fixed inset-x-0 top-0 z-(--z-tooltip) h-0.5 overflow-hidden bg-accent-wash"
    >
      <div className="h-full w-1/3 bg-accent" />
    </div>
  )
}
