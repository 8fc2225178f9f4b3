import { CalendarDays } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { formatDate } from '../../lib/format.ts'
import { readDay } from '../../lib/forms/read-day.ts'
import { IconButton } from './icon-button.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'min' | 'max'> & {
  /** yyyy-mm-dd, or empty. */
  value: string
  /** The days that the calendar offers. Empty means no bound. */
  min?: string
  max?: string
  onDay: (day: string) => void
}

/**
 * Renders a field for a day in dd/mm/yyyy, like all days on screen. A native date field would follow the computer's language. A calendar button offers
 * the days too.
 */
export function DayInput({ value, min, max, onDay, className, ...props }: Props) {
  const [typed, setTyped] = useState<{ of: string; text: string } | null>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const text = typed?.of === value ? typed.text : formatDate(value)
  const isUnread = text.trim() !== '' && readDay(text) === null
  const type = (next: string) => {
    const day = next.trim() === '' ? '' : readDay(next)
    setTyped({ of: day ?? value, text: next })
    if (day !== null && day !== value) onDay(day)
  }
  return (
    <span className={cx('relative inline-flex items-center', className)}>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder="dd/mm/yyyy"
        maxLength={10}
        {...props}
        value={text}
        aria-invalid={props['aria-invalid'] || isUnread}
        onChange={(event) => type(event.target.value)}
        onBlur={() => !isUnread && setTyped(null)}
        className="num size-full rounded-sm border border-line-strong bg-surface pr-7 pl-2 text-sm text-text aria-invalid:border-red-dot max-lg:text-[16px]"
      />
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
    </span>
  )
}
