import { DeadlineRuleFields, DeadlineTiming, maxDeadlineMinutes } from '@readroom/contracts/studies/deadline-rules'
import type { OfficeCalendar } from '@readroom/contracts/studies/office-calendars'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { FormField, FormSelect } from '../../../components/form/form-field.tsx'
import { timingPreviewOptions } from './deadline-rules.queries.ts'
import { durationWords, timesWords } from './deadline-words.ts'

const kinds = ['minutes', 'cutOff'] as const
type Timed = DeadlineTiming & { kind: (typeof kinds)[number] }

/** Returns a timing without the times of the other kind. */
const timed = <T extends Timed>({ kind, ...fields }: T): unknown =>
  kind === 'cutOff' ? { ...fields, minutes: null } : { ...fields, readyBefore: null, dueBy: null }

/** A rule as it is typed: both kinds of timing, of which one counts. */
export const RuleForm = z.custom<DeadlineRuleFields & Timed>().transform(timed).pipe(DeadlineRuleFields)
export type RuleForm = z.input<typeof RuleForm>

/** Words for the values that a form can hold, by field. */
export const timingWords = {
  minutes: `Please enter a whole number from 1 to ${maxDeadlineMinutes.toLocaleString('en-GB')}`,
  warningPercent: 'Please enter a whole number from 1 to 99',
  readyBefore: 'Enter a time such as 16:00',
  calendarId: 'Choose a calendar for the working days',
}

/** Shows in words what a timing means for studies that are ready now and on the next Friday evening. */
function TimingPreview({ timing }: { timing: DeadlineTiming | null }) {
  const { data, error } = useQuery(timingPreviewOptions(timing))
  return (
    <div role="status" className="min-h-15 text-text-2">
      {timing && data && timesWords('A study', data)}
      {timing && error && !data && 'The preview could not be loaded.'}
    </div>
  )
}

/** The fields for when studies of a rule are due, with a preview in words. */
export function TimingFields({ calendars }: { calendars: readonly OfficeCalendar[] }) {
  const [kind, minutes, calendarId, readyBefore, dueBy, warningPercent] = useWatch<
    RuleForm,
    ['kind', 'minutes', 'calendarId', 'readyBefore', 'dueBy', 'warningPercent']
  >({ name: ['kind', 'minutes', 'calendarId', 'readyBefore', 'dueBy', 'warningPercent'] })
  const timing = DeadlineTiming.safeParse(timed({ kind, minutes, calendarId, readyBefore, dueBy, warningPercent })).data ?? null
  const choices = calendars.map(({ _id, name }) => ({ value: _id, label: name }))
  const isByCutOff = kind === 'cutOff'
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormSelect<RuleForm>
          name="kind"
          label="Due"
          choices={[
            { value: 'minutes', label: 'After some time' },
            { value: 'cutOff', label: 'By a time of day' },
          ]}
        />
        <FormSelect<RuleForm>
          name="calendarId"
          label="Calendar"
          choices={[{ value: null, label: isByCutOff ? 'Choose a calendar' : 'Round the clock' }, ...choices]}
        />
      </div>
      {isByCutOff ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField<RuleForm>
            name="readyBefore"
            label="Ready before"
            hint="Later studies are due the next working day."
            type="time"
            required
          />
          <FormField<RuleForm> name="dueBy" label="Due by" hint="On the same working day." type="time" required />
        </div>
      ) : (
        <FormField<RuleForm>
          name="minutes"
          label="Due after (minutes)"
          hint={
            timing?.minutes
              ? `${durationWords(timing.minutes)}, ${calendarId === null ? 'round the clock' : 'of opening hours'}.`
              : 'From when the study is ready.'
          }
          as="nullableNumber"
          inputMode="numeric"
          data-autofocus
          required
        />
      )}
      <FormField<RuleForm>
        name="warningPercent"
        label="At risk after (%)"
        hint="The share of the time after which the study counts as at risk."
        as="number"
        inputMode="numeric"
        required
      />
      <TimingPreview timing={timing} />
    </>
  )
}
