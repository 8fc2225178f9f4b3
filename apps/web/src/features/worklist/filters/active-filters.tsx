import { Button } from '../../../components/ui/button.tsx'
import { FilterChips } from '../../../components/ui/filter-chips.tsx'
import type { FilterProps } from '../rows/use-worklist-url.ts'
import { DateRange } from './date-filter.tsx'
import { type Names, panelWords, withoutAll } from './filter-words.ts'

/** Shows the active filters of the panel, each with a button that removes it, and the days of a custom range. Renders nothing if there are none. */
export function ActiveFilters({ url, change, names }: FilterProps & { names: Names }) {
  const set = panelWords(url, names)
  const isRange = url.date === 'custom'
  if (set.length === 0 && !isRange) return null
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-2 bg-canvas px-4 pb-2">
      {isRange && <DateRange url={url} change={change} />}
      {set.length > 0 && <FilterChips name="Active filters" chips={set} change={change} />}
      {set.length > 0 && (
        <Button look="link" className="max-lg:h-11" onClick={() => change(withoutAll(set))}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
