type Props = { label: string; value: number | null; text: string }

/** A bar with its figures; `value` is 0 to 1, or null while the whole is not known. */
export function Progress({ label, value, text }: Props) {
  const percent = value === null ? null : Math.round(value * 100)
  return (
    <div className="w-full min-w-0">
      <div className="flex justify-between gap-4 text-sm">
        <span className="truncate">{label}</span>
        <span className="num shrink-0 text-text-3">{percent === null ? text : `${text}, ${percent}%`}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuetext={text}
        {...(percent !== null && { 'aria-valuenow': percent })}
        className="mt-1.5 h-[3px] overflow-hidden rounded-full bg-press"
      >
        <div className="h-full bg-accent" style={{ width: `${percent ?? 30}%` }} />
      </div>
    </div>
  )
}
