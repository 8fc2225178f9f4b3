import { X } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { DateRange } from './date-filter.tsx'
import type { FilterProps } from './filter-props.ts'
import { type Names, panelWords, withoutAll } from './filter-words.ts'

/** What is set behind the Filters button, each to be taken away, and the days of a custom range. Absent when there is nothing. */
export function FilterChips({ url, change, names }: FilterProps & { names: Names }) {
  const set = panelWords(url, names)
  const isRange = url.date === 'custom'
  if (set.length === 0 && !isRange) return null
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-2 bg-canvas px-4 pb-2">
      {isRange && <DateRange url={url} change={change} />}
      {set.length > 0 && (
        <ul aria-label="Active filters" className="contents">
          {set.map(({ label, value, without }) => (
            <li key={label} className="flex h-6 max-w-full items-center rounded-sm bg-press pl-2 text-sm max-lg:h-11">
              <span className="mr-1.5 text-text-2">{label}</span>
              <bdi className="min-w-0 truncate font-medium">{value}</bdi>
              <button
                type="button"
                aria-label={`Remove filter ${label}`}
                onClick={() => change(without)}
                className="grid size-6 shrink-0 place-items-center rounded-sm text-icon hover:text-text max-lg:size-11"
              >
                <X size={13} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {set.length > 0 && (
        <Button look="link" className="max-lg:h-11" onClick={() => change(withoutAll(set))}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
