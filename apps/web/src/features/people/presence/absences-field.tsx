import { type Absence, maxAbsences } from '@readroom/contracts/people/presence'
import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { DayInput } from '../../../components/inputs/day-input.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { clinicDay, formatLongDay } from '../../../lib/format.ts'

export const noAbsence: Absence = { from: '', to: '', reason: '' }

type Errors = Partial<Record<'from' | 'to', string>>

/** Returns what is wrong with an absence that is to be added, at each field. Without a last day it is one day long. */
function refusalOf({ from, to }: Absence, absences: readonly Absence[]): Errors | null {
  if (from === '') return { from: 'Enter a date as dd/mm/yyyy' }
  if (to < from) return { to: 'The last day must not be before the first' }
  if (to < clinicDay(new Date())) return { to: 'This absence is over. Add absences that end today or later.' }
  if (absences.length >= maxAbsences) return { from: `There can be up to ${maxAbsences} absences. Remove some first.` }
  return null
}

/** Returns the days of an absence in words. */
const absenceDays = ({ from, to }: Absence): string =>
  from === to ? formatLongDay(from) : `${formatLongDay(from)} to ${formatLongDay(to)}`

type Props = {
  absences: readonly Absence[]
  /** The absence that is being typed. */
  draft: Absence
  error: string | undefined
  onDraft: (draft: Absence) => void
  onChange: (absences: Absence[]) => void
}

/** Lets the user add absences to a list, and remove them. */
export function AbsencesField({ absences, draft, error, onDraft, onChange }: Props) {
  const [errors, setErrors] = useState<Errors>({})
  const type = (change: Partial<Absence>) => {
    onDraft({ ...draft, ...change })
    setErrors({})
  }
  const add = () => {
    const absence = { ...draft, to: draft.to || draft.from, reason: draft.reason.trim() }
    const refusal = refusalOf(absence, absences)
    if (refusal) return setErrors(refusal)
    onChange([...absences, absence].toSorted((one, other) => one.from.localeCompare(other.from)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  const day = (name: 'from' | 'to', label: string, hint?: string) => (
    <Field label={label} error={errors[name] ?? (name === 'from' ? error : undefined)} hint={hint}>
      {({ className: _look, ...control }) => (
        <DayInput
          {...control}
          className="h-9 w-full max-lg:h-11"
          value={draft[name]}
          min={clinicDay(new Date())}
          onDay={(next) => type({ [name]: next })}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  )
  return (
    <fieldset>
      <legend className="mb-2 font-medium">Absences</legend>
      <div className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_1.4fr_auto]">
        {day('from', 'First day away')}
        {day('to', 'Last day away', 'Empty means one day.')}
        <Field label="Reason (optional)" hint="Seen by administrators. No patient data.">
          {(control) => (
            <input
              {...control}
              dir="auto"
              autoComplete="off"
              maxLength={100}
              value={draft.reason}
              onChange={({ target }) => type({ reason: target.value })}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
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
                onClick={() => onChange(absences.filter((one) => one !== absence))}
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
