import { weekdays } from '@readroom/contracts/people/doctors'
import type { Presence } from '@readroom/contracts/people/presence'
import { FormField, FormZone, wrongZone } from '../../../components/form/form-field.tsx'
import { AbsencesField } from './absences-field.tsx'
import { type PresenceOf, presenceKey, savePresence } from './presence.queries.ts'
import { PresenceForm, toPresenceForm } from './presence-form.ts'

type Options = { of: PresenceOf; presence: Presence; reload: () => Promise<Presence | undefined> }

/** Returns the options of a form for shifts and absences. */
export const presenceFormOf = ({ of, presence, reload }: Options) => ({
  schema: PresenceForm,
  values: toPresenceForm(presence),
  words: { timeZone: wrongZone },
  change: (fields: Presence) => savePresence(of, fields),
  done: ({ message }: { message: string }) => message,
  failed: 'Shifts and absences could not be saved. Please try again.',
  codes: { ABSENCE_OVER: 'draft.from' } as const,
  invalidates: [presenceKey],
  reload: async () => {
    const current = await reload()
    return current && toPresenceForm(current)
  },
})

/** Shows the fields for weekly shifts and absences. */
export function PresenceInputs() {
  return (
    <>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 font-medium">Weekly shifts</legend>
        <p className="-mt-2 text-xs text-text-3 sm:col-span-2">
          Such as 8:00-16:00, 22:00-6:00. A shift that ends before it starts ends on the next day. Without shifts, the available
          days count.
        </p>
        {weekdays.map((weekday) => (
          <FormField<PresenceForm> key={weekday} name={`days.${weekday}`} label={weekday} placeholder="No shift" />
        ))}
        <FormZone<PresenceForm> name="timeZone" />
      </fieldset>
      <AbsencesField />
    </>
  )
}
