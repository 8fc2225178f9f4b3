import { unassigned } from '@readroom/contracts/studies/study-filters'
import { useState } from 'react'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { findsText } from '../../../lib/finds-text.ts'
import type { FilterProps } from '../rows/use-worklist-url.ts'
import { useDoctors } from './filter-choices.ts'
import { FilterGroup, tickClass, toggled } from './panel-controls.tsx'

/** With more doctors than this, a search field is shown. */
const few = 8

/** Filters by the assigned doctors, or by studies without one. */
export function AssignedToFilter({ url, change, title }: FilterProps & { title: string }) {
  const { doctors, isError } = useDoctors(true)
  const [text, setText] = useState('')
  const named = (doctors ?? []).map(({ _id, fullName }) => ({ id: _id, name: fullName }))
  const found = named.filter(({ id, name }) => url.assignedTo.includes(id) || findsText(text, [name]))
  return (
    <FilterGroup title={title} className="">
      {named.length > few && (
        <input
          type="text"
          aria-label="Filter doctors"
          placeholder="Filter doctors..."
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="mb-1.5 h-7 w-full rounded-sm border border-line-strong bg-surface px-2.5 text-sm max-lg:h-11 max-lg:text-[16px] sm:w-1/2"
        />
      )}
      <div className="-mx-1 grid max-h-28 grid-cols-2 gap-x-4 overflow-y-auto px-1 sm:grid-cols-3">
        {[{ id: unassigned, name: 'Nobody' }, ...found].map(({ id, name }) => (
          <CheckboxField
            key={id}
            label={<bdi className="truncate">{name}</bdi>}
            labelClass={tickClass}
            checked={url.assignedTo.includes(id)}
            onChange={(event) => change({ assignedTo: toggled(url.assignedTo, id, event.target.checked) })}
          />
        ))}
      </div>
      {isError && <p className="text-sm text-text-3">Failed to load doctors</p>}
    </FilterGroup>
  )
}
