import type { Doctor } from '@readroom/contracts/people/doctors'
import { ruleTable } from '@readroom/contracts/studies/dealing-words'
import { OptionalRule, type SimulationChanges } from '@readroom/contracts/turnaround/assignment-simulations'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Field } from '../../../components/inputs/field.tsx'
import { Select } from '../../../components/inputs/select.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { ToggleChips } from '../../people/doctors/toggle-chips.tsx'
import { doctorsOptions } from '../../studies/assignments/assignments.queries.ts'

/** The changes as they are typed. */
type TypedChanges = { name: string; likeDoctorId: string; rulesOff: OptionalRule[]; shares: TypedShare[] }
type TypedShare = { doctorId: string; share: string }

export const noChanges: TypedChanges = { name: '', likeDoctorId: '', rulesOff: [], shares: [] }

/** Returns the typed changes as the server takes them. Null: none. */
export function toChanges({ name, likeDoctorId, rulesOff, shares }: TypedChanges): SimulationChanges | null {
  const addedDoctor = likeDoctorId === '' ? null : { name: name.trim() || 'Another doctor', likeDoctorId }
  const others = shares.flatMap(({ doctorId, share }) => (doctorId === '' ? [] : [{ doctorId, share: Number(share) }]))
  return addedDoctor === null && rulesOff.length + others.length === 0 ? null : { addedDoctor, rulesOff, shares: others }
}

type DoctorProps = {
  label: string
  none: string
  doctors: readonly Doctor[]
  value: string
  onChange: (doctorId: string) => void
}

function DoctorSelect({ label, none, doctors, value, onChange }: DoctorProps) {
  return (
    <Select aria-label={label} className="min-w-0 max-sm:w-full" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{none}</option>
      {doctors.map(({ _id, fullName }) => (
        <option key={_id} value={_id}>
          {fullName}
        </option>
      ))}
    </Select>
  )
}

function Shares({
  doctors,
  value,
  onChange,
}: {
  doctors: readonly Doctor[]
  value: readonly TypedShare[]
  onChange: (shares: TypedShare[]) => void
}) {
  const change = (place: number, facts: Partial<TypedShare>) =>
    onChange(value.map((one, index) => (index === place ? { ...one, ...facts } : one)))
  return (
    <div className="grid gap-2">
      {value.map(({ doctorId, share }, place) => (
        <div key={place} className="flex flex-wrap items-center gap-2">
          <DoctorSelect
            label={`Doctor of share ${place + 1}`}
            none="Choose a doctor"
            doctors={doctors}
            value={doctorId}
            onChange={(chosen) => change(place, { doctorId: chosen })}
          />
          <input
            aria-label={`Percent of share ${place + 1}`}
            type="number"
            required
            min={10}
            max={200}
            value={share}
            onChange={({ target }) => change(place, { share: target.value })}
            className="form-control num h-7 w-20 rounded-sm border border-line-strong bg-surface px-2 max-lg:h-11"
          />
          <span className="text-text-2">%</span>
          <IconButton
            label={`Remove share ${place + 1}`}
            onClick={() => onChange(value.filter((_one, index) => index !== place))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <p>
        <Button className="max-lg:h-11" onClick={() => onChange([...value, { doctorId: '', share: '100' }])}>
          Change a share
        </Button>
      </p>
    </div>
  )
}

const rules = OptionalRule.options.map((rule) => ({ value: rule, label: ruleTable[rule] }))

type Props = { value: TypedChanges; onChange: (changes: TypedChanges) => void }

/** Lets the administrator change doctors and rules, to compare them with those of now. */
export function ChangesFields({ value, onChange }: Props) {
  const { data: doctors = [] } = useQuery(doctorsOptions)
  return (
    <div className="grid gap-4 rounded-md border border-line bg-surface px-4 py-3">
      <div className="grid gap-2 sm:grid-cols-2">
        <div>
          <p className="mb-1 text-xs font-medium text-text-2">Another doctor</p>
          <DoctorSelect
            label="Works and reads like"
            none="Nobody"
            doctors={doctors}
            value={value.likeDoctorId}
            onChange={(likeDoctorId) => onChange({ ...value, likeDoctorId })}
          />
          <p className="mt-1 text-xs text-text-3">With the shifts, readings and share of the chosen doctor.</p>
        </div>
        {value.likeDoctorId !== '' && (
          <Field label="Name of the other doctor" hint="For example Dr Evening.">
            {(control) => (
              <input
                {...control}
                maxLength={100}
                value={value.name}
                onChange={({ target }) => onChange({ ...value, name: target.value })}
              />
            )}
          </Field>
        )}
      </div>
      <ToggleChips
        label="Rules to leave out"
        options={rules}
        value={value.rulesOff}
        onChange={(rulesOff) => onChange({ ...value, rulesOff })}
      />
      <div>
        <p className="mb-1 text-xs font-medium text-text-2">Other shares</p>
        <Shares doctors={doctors} value={value.shares} onChange={(shares) => onChange({ ...value, shares })} />
      </div>
    </div>
  )
}
