import type { DoctorGroup } from '@readroom/contracts/people/doctor-groups'
import { Search } from 'lucide-react'
import { GroupSelect } from '../../../components/form/group-select.tsx'
import { Select } from '../../../components/inputs/select.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { findsText } from '../../../lib/finds-text.ts'
import { plural } from '../../../lib/format.ts'
import type { DoctorChoice } from './assignments.queries.ts'

const scopes = ['all', 'assigned', 'unassigned'] as const
type DoctorScope = (typeof scopes)[number]
/** `groupId` null: the doctors of every group, and of none. */
export type DoctorFilterValue = { scope: DoctorScope; groupId: string | null; text: string }
export const noFilter: DoctorFilterValue = { scope: 'all', groupId: null, text: '' }

/** Filters the doctors. The text matches name, email and specialization. */
export function filterDoctors(
  doctors: readonly DoctorChoice[],
  assigned: ReadonlyMap<string, number>,
  groups: readonly DoctorGroup[],
  { scope, groupId, text }: DoctorFilterValue,
) {
  const group = groups.find(({ _id }) => _id === groupId)
  return doctors.filter((doctor) => {
    if (scope !== 'all' && assigned.has(doctor._id) !== (scope === 'assigned')) return false
    if (group && !group.doctorIds.includes(doctor._id)) return false
    return findsText(text, [doctor.fullName, doctor.email, doctor.specialization ?? 'Radiology'])
  })
}

type Props = {
  value: DoctorFilterValue
  onChange: (value: DoctorFilterValue) => void
  doctors: readonly DoctorChoice[]
  groups: readonly DoctorGroup[]
  shown: number
  assigned: ReadonlyMap<string, number>
  chosen: number
  onClear: () => void
}

export function DoctorFilter({ value, onChange, doctors, groups, shown, assigned, chosen, onClear }: Props) {
  const assignedCount = doctors.filter(({ _id }) => assigned.has(_id)).length
  const labels: Record<DoctorScope, string> = {
    all: 'All Doctors',
    assigned: `Currently Assigned (${assignedCount})`,
    unassigned: `Not Currently Assigned (${doctors.length - assignedCount})`,
  }
  return (
    <div className="shrink-0 border-b border-line px-5 py-3">
      <div className="flex flex-wrap gap-2">
        <Select
          aria-label="Which doctors"
          className="w-48 max-sm:w-full"
          value={value.scope}
          onChange={(event) => onChange({ ...value, scope: scopes.find((scope) => scope === event.target.value) ?? 'all' })}
        >
          {scopes.map((scope) => (
            <option key={scope} value={scope}>
              {labels[scope]}
            </option>
          ))}
        </Select>
        {groups.length > 0 && (
          <GroupSelect
            aria-label="Group"
            className="w-40 max-sm:w-full"
            groups={groups}
            value={value.groupId}
            onChange={(groupId) => onChange({ ...value, groupId })}
          />
        )}
        <div className="relative min-w-0 flex-1">
          <Search size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-icon" aria-hidden />
          <input
            type="search"
            data-autofocus
            aria-label="Filter doctors"
            placeholder="Filter doctors..."
            value={value.text}
            onChange={(event) => onChange({ ...value, text: event.target.value })}
            className="h-7 w-full rounded-sm border border-line-strong bg-surface pr-2 pl-8 text-sm max-lg:h-11 max-lg:text-[16px]"
          />
        </div>
        <Button look="quiet" className="max-lg:h-11" onClick={onClear}>
          Clear
        </Button>
      </div>
      {/* While the doctors are loaded there is nothing to announce. */}
      <p
        className="num mt-2 flex flex-wrap gap-x-4 text-sm text-text-2"
        role="status"
        aria-live={doctors.length > 0 ? 'polite' : 'off'}
      >
        <span>
          Showing {shown} of {plural(doctors.length, 'doctor')}
        </span>
        <span>{doctors.filter(({ isLoggedIn }) => isLoggedIn).length} online</span>
        <span>{assignedCount} currently assigned</span>
        {chosen > 0 && <span className="ml-auto font-semibold text-text">{chosen} selected</span>}
      </p>
    </div>
  )
}
