import { weekdays } from '@readroom/contracts/people/doctors'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { cx } from '../../../lib/cx.ts'
import type { DoctorFields } from './doctor-fields.ts'

/** Shows the days of the week as toggle chips. */
export function DaysField() {
  const { field } = useController<DoctorFields, 'availableDays'>({ name: 'availableDays' })
  const id = useId()
  const days = field.value
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a row of chips in every browser
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-1 text-xs font-medium text-text-2">
        Available days
      </p>
      <div className="flex flex-wrap gap-1.5">
        {weekdays.map((day) => {
          const on = days.includes(day)
          return (
            <button
              key={day}
              type="button"
              aria-pressed={on}
              onClick={() => field.onChange(weekdays.filter((other) => days.includes(other) !== (other === day)))}
              className={cx(
                'h-8 rounded-full border px-3 text-sm font-medium max-lg:h-11',
                on
                  ? 'border-accent bg-accent-wash text-accent-text hover:bg-accent-wash-hover'
                  : 'border-line-strong text-text-2 hover:bg-hover hover:text-text',
              )}
            >
              {day}
            </button>
          )
        })}
      </div>
    </div>
  )
}
