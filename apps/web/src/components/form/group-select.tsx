import type { DoctorGroup } from '@readroom/contracts/people/doctor-groups'
import type { ComponentProps } from 'react'
import { Select } from '../inputs/select.tsx'

type Props = Omit<ComponentProps<typeof Select>, 'value' | 'onChange' | 'children'> & {
  groups: readonly DoctorGroup[]
  /** Null: all doctors. */
  value: string | null
  onChange: (groupId: string | null) => void
}

/** Lets the user choose a group of doctors, or all doctors. */
export function GroupSelect({ groups, value, onChange, ...props }: Props) {
  return (
    <Select {...props} value={value ?? ''} onChange={({ target }) => onChange(target.value === '' ? null : target.value)}>
      <option value="">All doctors</option>
      {groups.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
