import { Search } from 'lucide-react'
import { useDebouncedText } from '../../lib/hooks/use-debounced.ts'
import { type StatusFilter, useListUrl } from '../../lib/lists/list-url.ts'
import { Select } from '../ui/select.tsx'

const searchPauseMs = 300

const statuses: readonly { value: StatusFilter; label: string }[] = [
  { value: 'all', label: 'All Status' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

/** Search and status filter of a list; both live in the address. */
export function ListTools({ placeholder }: { placeholder: string }) {
  const { search, status, change } = useListUrl()
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
    </search>
  )
}
