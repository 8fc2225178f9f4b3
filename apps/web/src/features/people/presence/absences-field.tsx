import { type Absence, maxAbsences } from '@readroom/contracts/people/presence'
import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { FormDay, FormField, useField } from '../../../components/form/form-field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { clinicDay, formatLongDay } from '../../../lib/format.ts'
import { noAbsence, type PresenceForm } from './presence-form.ts'

/** Returns what is wrong with an absence that is to be added, and its field. Without a last day it is one day long. */
function refusalOf({ from, to }: Absence, absences: readonly Absence[]): ['from' | 'to', string] | null {
  if (from === '') return ['from', 'Enter a date as dd/mm/yyyy']
  if (to < from) return ['to', 'The last day must not be before the first']
  if (to < clinicDay(new Date())) return ['to', 'This absence is over. Add absences that end today or later.']
  if (absences.length >= maxAbsences) return ['from', `There can be up to ${maxAbsences} absences. Remove some first.`]
  return null
}

/** Returns the days of an absence in words. */
const absenceDays = ({ from, to }: Absence): string =>
  from === to ? formatLongDay(from) : `${formatLongDay(from)} to ${formatLongDay(to)}`

/** Lets the user add absences to a list, and remove them. */
export function AbsencesField() {
  const { getValues, setValue, setError, clearErrors } = useFormContext<PresenceForm>()
  const { field, change } = useField<PresenceForm, 'absences'>('absences')
  const absences = field.value
  const add = () => {
    const draft = getValues('draft')
    const absence = { ...draft, to: draft.to || draft.from, reason: draft.reason.trim() }
    const refusal = refusalOf(absence, absences)
    clearErrors('draft')
    if (refusal) return setError(`draft.${refusal[0]}`, { message: refusal[1] })
    change([...absences, absence].toSorted((one, other) => one.from.localeCompare(other.from)))
    setValue('draft', noAbsence)
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    add()
  }
  return (
    <fieldset>
      <legend className="mb-2 font-medium">Absences</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles a key of the fields inside */}
      <div className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_1.4fr_auto]" onKeyDown={addOnEnter}>
        <FormDay<PresenceForm> name="draft.from" label="First day away" min={clinicDay(new Date())} />
        <FormDay<PresenceForm> name="draft.to" label="Last day away" hint="Empty means one day." min={clinicDay(new Date())} />
        <FormField<PresenceForm>
          name="draft.reason"
          label="Reason (optional)"
          hint="Seen by administrators. No patient data."
          maxLength={100}
        />
        <Button className="h-9 max-lg:h-11 sm:mt-5" onClick={add}>
          Add absence
        </Button>
      </div>
      {absences.length > 0 && (
        <ul aria-label="Absences" className="mt-3 max-h-48 overflow-y-auto border-y border-line">
          {absences.map((absence, place) => (
            <li key={place} className="flex items-center gap-3 py-1 not-first:border-t not-first:border-line">
              <span className="min-w-0 flex-1">
                <span className="num">{absenceDays(absence)}</span>
                {absence.reason && (
                  <bdi data-full className="block truncate text-sm text-text-2">
                    {absence.reason}
                  </bdi>
                )}
              </span>
              <IconButton
                label={`Remove absence ${absenceDays(absence)}`}
                className="max-lg:size-11"
                onClick={() => change(absences.filter((one) => one !== absence))}
              >
                <X size={13} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
