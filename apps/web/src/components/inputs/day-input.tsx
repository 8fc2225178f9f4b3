import { CalendarDays } from 'lucide-react'
import { type ComponentProps, useId, useRef, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { formatDate } from '../../lib/format.ts'
import { readDay } from '../../lib/forms/read-day.ts'
import { IconButton } from '../ui/icon-button.tsx'

/** Tells what to type instead of a text that is no day. */
const dayError = 'Enter a date as dd/mm/yyyy'

type Props = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'min' | 'max'> & {
  /** yyyy-mm-dd, or empty. Another text is shown as it is, as an error. */
  value: string
  /** The days that the calendar offers. Empty means no bound. */
  min?: string
  max?: string
  onDay: (day: string) => void
  /** Called with a typed text that is no day. Without it, the field shows the error itself and keeps its value. */
  onUnread?: (text: string) => void
}

/**
 * Renders a field for a day in dd/mm/yyyy, like all days on screen. A native date field would follow the computer's language. It also reads days with the
 * year first. A calendar button offers the days too.
 */
export function DayInput({ value, min, max, onDay, onUnread, className, readOnly, ref, ...props }: Props) {
  const errorId = useId()
  const [typed, setTyped] = useState<{ of: string; text: string } | null>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const text = typed?.of === value ? typed.text : formatDate(value)
  const isUnread = text.trim() !== '' && readDay(text) === null
  const type = (next: string) => {
    const day = next.trim() === '' ? '' : readDay(next)
    setTyped({ of: day ?? (onUnread ? next : value), text: next })
    if (day === null) onUnread?.(next)
    else if (day !== value) onDay(day)
  }
  const showsError = isUnread && !onUnread
  return (
    <span className={cx('relative inline-flex items-center', className)}>
      <input
        ref={ref}
        type="text"
        autoComplete="off"
        placeholder="dd/mm/yyyy"
        readOnly={readOnly}
        aria-describedby={showsError ? errorId : undefined}
        {...props}
        value={text}
        aria-invalid={props['aria-invalid'] || isUnread}
        onChange={(event) => type(event.target.value)}
        onBlur={() => !isUnread && setTyped(null)}
        className="num size-full min-w-0 rounded-sm border border-line-strong bg-surface pr-7 pl-2 text-sm text-text read-only:bg-sunken aria-invalid:border-red-dot max-lg:text-[16px]"
      />
      {showsError && (
        <span
          id={errorId}
          role="alert"
          className="absolute top-full left-0 z-(--z-popover) mt-1 rounded-sm border border-red-dot bg-surface px-2 py-1 text-xs whitespace-nowrap text-red-fg shadow-pop"
        >
          {dayError}
        </span>
      )}
      {!readOnly && (
        <>
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden
            value={value}
            min={min}
            max={max}
            onChange={(event) => {
              setTyped(null)
              onDay(event.target.value)
            }}
            className="pointer-events-none absolute right-0 bottom-0 size-0 opacity-0"
          />
          <IconButton
            label="Open the calendar"
            size="sm"
            tabIndex={-1}
            className="absolute right-0.5"
            onClick={() => calendar.current?.showPicker()}
          >
            <CalendarDays size={13} />
          </IconButton>
        </>
      )}
    </span>
  )
}
