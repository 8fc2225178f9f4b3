import { type OfficeCalendar, OfficeCalendarFields } from '@readroom/contracts/studies/office-calendars'
import { useFormContext } from 'react-hook-form'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { FieldError, FormField, FormZone, useField, wrongZone } from '../../../components/form/form-field.tsx'
import { clinicTimeZone } from '../../../lib/format.ts'
import { deadlineRulesKey } from './deadline-rules.queries.ts'
import { HolidaysField } from './holidays-field.tsx'
import { saveOfficeCalendar } from './office-calendars.queries.ts'
import { asHours, weekdays } from './opening-hours.ts'

const workingDay = [{ from: '08:00', to: '18:00' }]

const newCalendar = (): OfficeCalendarFields => ({
  name: '',
  timeZone: clinicTimeZone() ?? 'UTC',
  hours: weekdays.map((_day, index) => (index < 5 ? workingDay : [])),
  holidays: [],
})

function HoursFields() {
  const { clearErrors } = useFormContext<OfficeCalendarFields>()
  const { error } = useField<OfficeCalendarFields, 'hours'>('hours')
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2" onChange={() => error && clearErrors('hours')}>
      <legend className="mb-2 font-medium">Opening hours</legend>
      <p className="-mt-2 text-xs text-text-3 sm:col-span-2">
        Such as 8:00-12:00, 13:00-18:00. 24:00 is the end of the day. Empty means closed.
      </p>
      {weekdays.map((weekday, index) => (
        <FormField<OfficeCalendarFields>
          key={weekday}
          name={`hours.${index}`}
          label={weekday}
          as={asHours}
          placeholder="Closed"
        />
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

type Props = {
  /** Null: a new one. */
  calendar: OfficeCalendar | null
  onClose: () => void
}

/** Adds a calendar of office hours, or changes one. */
export function OfficeCalendarDialog({ calendar, onClose }: Props) {
  const { name, timeZone, hours, holidays } = calendar ?? newCalendar()
  return (
    <FormDialog
      title={calendar ? 'Edit calendar' : 'Add calendar'}
      width="max-w-[560px]"
      action="Save calendar"
      schema={OfficeCalendarFields}
      values={{ name, timeZone, hours, holidays }}
      words={{ timeZone: wrongZone }}
      change={(fields) => saveOfficeCalendar(calendar, fields)}
      done={({ message }) => message}
      failed="The calendar could not be saved. Please try again."
      codes={{ CALENDAR_NAME_TAKEN: 'name' }}
      invalidates={[deadlineRulesKey]}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<OfficeCalendarFields> name="name" label="Name" required maxLength={100} />
        <FormZone<OfficeCalendarFields> name="timeZone" />
      </div>
      <HoursFields />
      <HolidaysField />
    </FormDialog>
  )
}
