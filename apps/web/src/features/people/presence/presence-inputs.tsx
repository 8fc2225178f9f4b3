import { weekdays } from '@readroom/contracts/people/doctors'
import { Field } from '../../../components/inputs/field.tsx'
import { ZoneField } from '../../../components/inputs/zone-field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { AbsencesField, noAbsence } from './absences-field.tsx'
import type { PresenceForm } from './use-presence-form.ts'

/** Shows the fields for weekly shifts and absences. */
export function PresenceInputs({ form }: { form: PresenceForm }) {
  const { typed, errors, fault, write } = form
  return (
    <>
      {fault && (
        <FormMessage tone="error">
          <p>{fault.message}</p>
          {fault.isConflict && (
            <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
              <Button className="max-lg:h-11" onClick={() => void form.showCurrent()}>
                Load the current data
              </Button>
              <span className="text-sm">This replaces your entries.</span>
            </p>
          )}
        </FormMessage>
      )}
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 font-medium">Weekly shifts</legend>
        <p className="-mt-2 text-xs text-text-3 sm:col-span-2">
          Such as 8:00-16:00, 22:00-6:00. A shift that ends before it starts ends on the next day. Without shifts, the available
          days count.
        </p>
        {weekdays.map((weekday) => (
          <Field key={weekday} label={weekday} error={errors[weekday]}>
            {(control) => (
              <input
                {...control}
                autoComplete="off"
                placeholder="No shift"
                value={typed.days[weekday]}
                onChange={({ target }) => write({ days: { ...typed.days, [weekday]: target.value } })}
              />
            )}
          </Field>
        ))}
        <ZoneField value={typed.timeZone} error={errors.timeZone} onChange={(timeZone) => write({ timeZone })} />
      </fieldset>
      <AbsencesField
        absences={typed.absences}
        draft={form.draft}
        error={errors.absences}
        onDraft={form.typeAbsence}
        onChange={(absences) => {
          write({ absences })
          if (absences.length > typed.absences.length) form.typeAbsence(noAbsence)
        }}
      />
    </>
  )
}
