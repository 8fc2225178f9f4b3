import { maxHolidays, type OfficeCalendarFields } from '@readroom/contracts/studies/office-calendars'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useField } from '../../../components/form/form-field.tsx'
import { DayInput } from '../../../components/inputs/day-input.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { clinicDay, formatLongDay } from '../../../lib/format.ts'

/** Returns the reason why a day cannot be added, or null. */
function refusalOf(day: string, holidays: readonly string[]): string | null {
  if (day === '') return 'Enter a date as dd/mm/yyyy'
  if (day < clinicDay(new Date())) return 'This day is in the past. Add days from today on.'
  if (holidays.includes(day)) return 'This day is in the list already.'
  return holidays.length < maxHolidays ? null : `A calendar has up to ${maxHolidays} holidays. Remove past ones first.`
}

/** Lets the user add days to a list of holidays, and remove them. */
export function HolidaysField() {
  const { field, change } = useField<OfficeCalendarFields, 'holidays'>('holidays')
  const holidays = field.value
  const [day, setDay] = useState('')
  const [error, setError] = useState<string>()
  const add = () => {
    const refusal = refusalOf(day, holidays)
    if (refusal) return setError(refusal)
    change([...holidays, day].toSorted())
    setDay('')
  }
  return (
    <div>
      <Field label="Add holiday" error={error} hint="The whole day is closed.">
        {({ className: _className, ...control }) => (
          <span className="flex gap-2">
            <DayInput
              {...control}
              className="h-9 w-44 max-lg:h-11"
              value={day}
              min={clinicDay(new Date())}
              onDay={(next) => {
                setDay(next)
                setError(undefined)
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                add()
              }}
            />
            <Button className="h-9 max-lg:h-11" onClick={add}>
              Add
            </Button>
          </span>
        )}
      </Field>
      {holidays.length > 0 && (
        <ul aria-label="Holidays" className="mt-2 flex max-h-40 flex-wrap gap-2 overflow-y-auto">
          {holidays.map((holiday) => (
            <li key={holiday} className="flex items-center gap-1 rounded-sm border border-line py-0.5 pl-2 text-sm">
              <span className="num">{formatLongDay(holiday)}</span>
              <IconButton
                label={`Remove ${formatLongDay(holiday)}`}
                size="sm"
                onClick={() => change(holidays.filter((one) => one !== holiday))}
              >
                <X size={13} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
