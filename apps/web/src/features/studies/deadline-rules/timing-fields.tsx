import { DeadlineTiming, maxDeadlineMinutes } from '@readroom/contracts/studies/deadline-rules'
import type { OfficeCalendar } from '@readroom/contracts/studies/office-calendars'
import { useQuery } from '@tanstack/react-query'
import { Field } from '../../../components/inputs/field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { timingPreviewOptions } from './deadline-rules.queries.ts'
import { durationWords, timesWords } from './deadline-words.ts'

/** The timing of a rule as it is typed. */
export type TypedTiming = {
  kind: 'minutes' | 'cutOff'
  minutes: string
  calendarId: string | null
  readyBefore: string
  dueBy: string
  warningPercent: string
}
export type TimingErrors = Partial<Record<keyof DeadlineTiming, string>>

export const typedTiming = ({ minutes, calendarId, readyBefore, dueBy, warningPercent }: DeadlineTiming): TypedTiming => ({
  kind: readyBefore === null ? 'minutes' : 'cutOff',
  minutes: minutes === null ? '' : String(minutes),
  calendarId,
  readyBefore: readyBefore ?? '16:00',
  dueBy: dueBy ?? '18:00',
  warningPercent: String(warningPercent),
})

const wrongMinutes = `Please enter a whole number from 1 to ${maxDeadlineMinutes.toLocaleString('en-GB')}`
/** Words for the values that a form can hold, by field. */
const ownWords: Record<string, string> = {
  minutes: wrongMinutes,
  warningPercent: 'Please enter a whole number from 1 to 99',
  readyBefore: 'Enter a time such as 16:00',
  calendarId: 'Choose a calendar for the working days',
}

const wholeNumber = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null)

/** Returns the timing to send, or the errors at each field. */
export function readTiming(typed: TypedTiming): { timing: DeadlineTiming } | { errors: TimingErrors } {
  const { kind, calendarId, warningPercent } = typed
  const isByCutOff = kind === 'cutOff'
  const read = DeadlineTiming.safeParse({
    minutes: isByCutOff ? null : wholeNumber(typed.minutes),
    calendarId,
    readyBefore: isByCutOff ? typed.readyBefore : null,
    dueBy: isByCutOff ? typed.dueBy : null,
    warningPercent: wholeNumber(warningPercent),
  })
  if (read.success) return { timing: read.data }
  const errors = read.error.issues.map(({ path: [field], message }) => [field, ownWords[String(field)] ?? message])
  return { errors: Object.fromEntries(errors) }
}

/** Shows in words what a timing means for studies that are ready now and on the next Friday evening. */
function TimingPreview({ typed }: { typed: TypedTiming }) {
  const read = readTiming(typed)
  const timing = 'timing' in read ? read.timing : null
  const { data, error } = useQuery(timingPreviewOptions(timing))
  return (
    <div role="status" className="min-h-15 text-text-2">
      {timing && data && timesWords('A study', data)}
      {timing && error && !data && 'The preview could not be loaded.'}
    </div>
  )
}

type Props = {
  typed: TypedTiming
  errors: TimingErrors
  calendars: readonly OfficeCalendar[]
  onChange: (change: Partial<TypedTiming>) => void
}

/** The fields for when studies of a rule are due, with a preview in words. */
export function TimingFields({ typed, errors, calendars, onChange }: Props) {
  const read = readTiming({ ...typed, kind: 'minutes' })
  const minutes = 'timing' in read ? read.timing.minutes : null
  const choices = calendars.map(({ _id, name }) => ({ value: _id, label: name }))
  const isByCutOff = typed.kind === 'cutOff'
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceField
          label="Due"
          choices={[
            { value: 'minutes', label: 'After some time' },
            { value: 'cutOff', label: 'By a time of day' },
          ]}
          value={typed.kind}
          onChange={(kind) => onChange({ kind: kind ?? 'minutes' })}
        />
        <ChoiceField
          label="Calendar"
          error={errors.calendarId}
          choices={[{ value: null, label: isByCutOff ? 'Choose a calendar' : 'Round the clock' }, ...choices]}
          value={typed.calendarId}
          onChange={(calendarId) => onChange({ calendarId })}
        />
      </div>
      {isByCutOff ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Ready before" error={errors.readyBefore} hint="Later studies are due the next working day." required>
            {(control) => (
              <input
                {...control}
                type="time"
                required
                value={typed.readyBefore}
                onChange={({ target }) => onChange({ readyBefore: target.value })}
              />
            )}
          </Field>
          <Field label="Due by" error={errors.dueBy} hint="On the same working day." required>
            {(control) => (
              <input
                {...control}
                type="time"
                required
                value={typed.dueBy}
                onChange={({ target }) => onChange({ dueBy: target.value })}
              />
            )}
          </Field>
        </div>
      ) : (
        <Field
          label="Due after (minutes)"
          error={errors.minutes}
          hint={
            minutes === null
              ? 'From when the study is ready.'
              : `${durationWords(minutes)}, ${typed.calendarId === null ? 'round the clock' : 'of opening hours'}.`
          }
          required
        >
          {(control) => (
            <input
              {...control}
              data-autofocus
              inputMode="numeric"
              autoComplete="off"
              required
              value={typed.minutes}
              onChange={({ target }) => onChange({ minutes: target.value })}
            />
          )}
        </Field>
      )}
      <Field
        label="At risk after (%)"
        error={errors.warningPercent}
        hint="The share of the time after which the study counts as at risk."
        required
      >
        {(control) => (
          <input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            required
            value={typed.warningPercent}
            onChange={({ target }) => onChange({ warningPercent: target.value })}
          />
        )}
      </Field>
      <TimingPreview typed={typed} />
    </>
  )
}
