import { type OfficeCalendar, OfficeCalendarFields } from '@readroom/contracts/studies/office-calendars'
import { useState } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { ZoneField } from '../../../components/inputs/zone-field.tsx'
import { clinicTimeZone } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { deadlineRulesKey } from './deadline-rules.queries.ts'
import { HolidaysField } from './holidays-field.tsx'
import { saveOfficeCalendar } from './office-calendars.queries.ts'
import { readDayHours, typedHours, weekdays } from './opening-hours.ts'

type Form = { name: string; timeZone: string; days: readonly string[]; holidays: readonly string[] }
/** The message at each field: a day by its index. */
type Errors = Partial<Record<'name' | 'timeZone' | 'hours' | number, string>>

const formOf = (calendar: OfficeCalendar | null): Form =>
  calendar
    ? { ...calendar, days: calendar.hours.map(typedHours) }
    : {
        name: '',
        timeZone: clinicTimeZone() ?? 'UTC',
        days: weekdays.map((_day, index) => (index < 5 ? '08:00-18:00' : '')),
        holidays: [],
      }

const messages: Record<string, string> = {
  timeZone: 'Please choose a time zone from the list',
  holidays: 'Please check the holidays',
}

/** Returns the fields to send, or the errors at each of them. */
function readForm({ name, timeZone, days, holidays }: Form): { fields: OfficeCalendarFields } | { errors: Errors } {
  const week = days.map(readDayHours)
  const wrongDays = Object.fromEntries(week.flatMap((day, index) => ('error' in day ? [[index, day.error]] : [])))
  const hours = week.map((day) => ('hours' in day ? day.hours : []))
  const read = OfficeCalendarFields.safeParse({ name, timeZone: timeZone.trim(), hours, holidays })
  if (read.success && Object.keys(wrongDays).length === 0) return { fields: read.data }
  const others = (read.error?.issues ?? []).map(({ path: [field = ''], message }) => [field, messages[String(field)] ?? message])
  const errors: Errors = { ...Object.fromEntries(others), ...wrongDays }
  // A day that cannot be read says more than that the week is too short.
  if (Object.keys(wrongDays).length > 0) delete errors.hours
  return { errors }
}

type Props = {
  /** Null: a new one. */
  calendar: OfficeCalendar | null
  onClose: () => void
}

/** Adds a calendar of office hours, or changes one. Shows refusals and stays open. */
export function OfficeCalendarDialog({ calendar, onClose }: Props) {
  const [before] = useState(() => formOf(calendar))
  const [form, setForm] = useState(before)
  const [errors, setErrors] = useState<Errors>({})
  const [fault, setFault] = useState<string | null>(null)
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled: form !== before, leave: onClose })
  const { start, isBusy } = useChange({
    change: (fields: OfficeCalendarFields) => saveOfficeCalendar(calendar, fields),
    done: ({ message }) => message,
    failed: 'The calendar could not be saved. Please try again.',
    onDone: leaveNow,
    onFailure: setFault,
    invalidates: [deadlineRulesKey],
  })
  const write = (change: Partial<Form>) => {
    setForm({ ...form, ...change })
    setErrors({})
  }
  const submit = () => {
    setFault(null)
    const read = readForm(form)
    if ('errors' in read) return setErrors(read.errors)
    start(read.fields)
  }
  const title = calendar ? 'Edit calendar' : 'Add calendar'
  return (
    <FormDialog
      title={title}
      width="max-w-[560px]"
      action="Save calendar"
      isBusy={isBusy}
      fault={fault}
      onSubmit={submit}
      onCancel={tryToLeave}
      question={question}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" error={errors.name} required>
          {(control) => (
            <input
              {...control}
              data-autofocus
              dir="auto"
              autoComplete="off"
              required
              maxLength={100}
              value={form.name}
              onChange={({ target }) => write({ name: target.value })}
            />
          )}
        </Field>
        <ZoneField value={form.timeZone} error={errors.timeZone} onChange={(timeZone) => write({ timeZone })} />
      </div>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 font-medium">Opening hours</legend>
        <p className="-mt-2 text-xs text-text-3 sm:col-span-2">
          Such as 8:00-12:00, 13:00-18:00. 24:00 is the end of the day. Empty means closed.
        </p>
        {weekdays.map((weekday, index) => (
          <Field key={weekday} label={weekday} error={errors[index]}>
            {(control) => (
              <input
                {...control}
                autoComplete="off"
                placeholder="Closed"
                value={form.days[index] ?? ''}
                onChange={({ target }) => write({ days: form.days.with(index, target.value) })}
              />
            )}
          </Field>
        ))}
        {errors.hours && (
          <p role="alert" className="text-xs text-red-fg sm:col-span-2">
            {errors.hours}
          </p>
        )}
      </fieldset>
      <HolidaysField holidays={form.holidays} onChange={(holidays) => write({ holidays })} />
    </FormDialog>
  )
}
