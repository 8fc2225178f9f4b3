import type { LocationOption } from '@readroom/contracts/people/locations'
import type { DatePreset } from '@readroom/contracts/studies/study-filters'
import type { RefObject } from 'react'
import type { FilterProps } from '../rows/use-worklist-url.ts'
import { sortOptions } from '../rows/worklist-sort.ts'
import { ActiveFilters } from './active-filters.tsx'
import { ChoiceSelect } from './choice-select.tsx'
import { DateFilter, DateTypeSelect } from './date-filter.tsx'
import { type Names, searchTypeOptions } from './filter-words.ts'
import { FiltersPanel } from './filters-panel.tsx'
import { LocationFilter } from './location-filter.tsx'
import { SearchBox } from './search-box.tsx'

type Props = FilterProps & {
  presets: readonly DatePreset[]
  /** Undefined for roles that see one laboratory, or only their own studies. */
  locations: readonly LocationOption[] | undefined
  names: Names
  assigns: boolean
  searchRef: RefObject<HTMLInputElement | null>
}

/** Shows the search, dates, location and filters of the list. Below 1024 px the filter panel has what doesn't fit. */
export function ToolsRow({ url, change, presets, locations, names, assigns, searchRef }: Props) {
  const filter = { url, change }
  const label = url.location.map(names.location).join(', ') || 'All locations'
  const more = (
    <>
      <ChoiceSelect
        named
        label="Search in"
        value={url.searchType}
        options={searchTypeOptions}
        onChoose={(searchType) => change({ searchType })}
      />
      <DateTypeSelect named {...filter} />
      <ChoiceSelect named label="Order" value={url.sort} options={sortOptions} onChoose={(sort) => change({ sort })} />
      {locations && (
        <div>
          <span aria-hidden className="mb-1 block text-xs font-medium text-text-2">
            Location
          </span>
          <LocationFilter {...filter} locations={locations} label={label} />
        </div>
      )}
    </>
  )
  return (
    <>
      <div className="flex min-h-11 shrink-0 items-center gap-2 bg-canvas px-4 py-2 lg:flex-wrap">
        <SearchBox {...filter} inputRef={searchRef} />
        <DateFilter {...filter} presets={presets} />
        {locations && <LocationFilter {...filter} locations={locations} label={label} className="max-lg:hidden" />}
        <div className="lg:ml-auto">
          <FiltersPanel {...filter} names={names} assigns={assigns} more={more} />
        </div>
      </div>
      <ActiveFilters {...filter} names={names} />
    </>
  )
}
