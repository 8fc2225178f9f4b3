import { roleNames, roles } from '@readroom/contracts/core/permissions'
import { Search } from 'lucide-react'
import { useDebouncedText } from '../../lib/hooks/use-debounced.ts'
import { type InvitationFilter, type StatusFilter, useListUrl } from '../../lib/lists/list-url.ts'
import { Select } from '../inputs/select.tsx'

const searchPauseMs = 300

const statuses: readonly { value: StatusFilter; label: string }[] = [
  { value: 'all', label: 'All Status' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

const invitations: readonly { value: InvitationFilter; label: string }[] = [
  { value: 'all', label: 'All Invitations' },
  { value: 'open', label: 'Waiting' },
  { value: 'over', label: 'Expired' },
]

/** Renders the search and filters of a list. The address holds their state. */
export function ListTools({ placeholder, withRoles }: { placeholder: string; withRoles: boolean }) {
  const { search, status, role, invitation, change } = useListUrl()
  const [text, setText] = useDebouncedText(search, searchPauseMs, (found) => change({ search: found }, { replace: true }))
  return (
    <search className="flex flex-wrap gap-2 pt-5 pb-3">
      <div className="relative w-85 max-sm:w-full">
        <Search size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-icon" aria-hidden />
        <input
          type="search"
          aria-label={placeholder.replace('...', '')}
          placeholder={placeholder}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-7 w-full rounded-sm border border-line-strong bg-surface pr-2 pl-8 text-sm max-lg:h-11 max-lg:text-[16px]"
        />
      </div>
      <Select
        aria-label="Status"
        className="w-32 max-sm:w-full"
        value={status}
        onChange={(event) => change({ status: statuses.find(({ value }) => value === event.target.value)?.value ?? 'all' })}
      >
        {statuses.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {withRoles && (
        <Select
          aria-label="Role"
          className="w-44 max-sm:w-full"
          value={role}
          onChange={(event) => change({ role: roles.find((one) => one === event.target.value) ?? 'all' })}
        >
          <option value="all">All Roles</option>
          {roles.map((one) => (
            <option key={one} value={one}>
              {roleNames[one]}
            </option>
          ))}
        </Select>
      )}
      {withRoles && (
        <Select
          aria-label="Invitation"
          className="w-36 max-sm:w-full"
          value={invitation}
          onChange={(event) =>
            change({ invitation: invitations.find(({ value }) => value === event.target.value)?.value ?? 'all' })
          }
        >
          {invitations.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </search>
  )
}
