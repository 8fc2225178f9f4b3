import { caseFlagLabels } from '@readroom/contracts/primitives'
import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusLabel } from '../../../components/study/status-dot.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { CheckboxField } from '../../../components/ui/checkbox.tsx'
import { Popover } from '../../../components/ui/popover.tsx'
import type { FilterProps } from './filter-props.ts'
import { panelWords, shownAs, withoutAll } from './filter-words.ts'
import { TextFilter } from './text-filter.tsx'

const tickClass = 'flex h-7 items-center gap-2.5 rounded-sm text-sm max-lg:h-11'

/** The list with one value more or less. */
function toggled<T>(values: readonly T[], value: T, on: boolean): T[] {
  const others = values.filter((other) => other !== value)
  return on ? [...others, value] : others
}

function Group({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  return (
    <fieldset className="mt-3 border-t border-line pt-2.5">
      <legend className="float-left mb-1 w-full text-xs font-medium text-text-2">{title}</legend>
      <div className={`clear-both grid gap-x-4 ${className}`}>{children}</div>
    </fieldset>
  )
}

function Choices({ url, change }: FilterProps) {
  return (
    <>
      {shownAs('status').map(({ label, options }) => (
        <Group key={label(url)} title={label(url)} className="grid-cols-2 sm:grid-cols-3">
          {options.map((status) => (
            <CheckboxField
              key={status}
              label={<StatusLabel status={status} />}
              labelClass={tickClass}
              checked={url.status.includes(status)}
              onChange={(event) => change({ status: toggled(url.status, status, event.target.checked) })}
            />
          ))}
        </Group>
      ))}
      {shownAs('modality').map(({ label, options }) => (
        <Group key={label(url)} title={label(url)} className="grid-cols-3 sm:grid-cols-6">
          {options.map((modality) => (
            <CheckboxField
              key={modality}
              label={modality}
              labelClass={tickClass}
              checked={url.modality.includes(modality)}
              onChange={(event) => change({ modality: toggled(url.modality, modality, event.target.checked) })}
            />
          ))}
        </Group>
      ))}
      <Group title="Case" className="grid-cols-2 sm:grid-cols-3">
        {shownAs('flag').map(({ name, label }) => (
          <CheckboxField
            key={name}
            label={label(url)}
            labelClass={tickClass}
            checked={url[name] === 'true'}
            onChange={(event) => change({ [name]: event.target.checked ? 'true' : '' })}
          />
        ))}
        {shownAs('caseFlag').flatMap(({ options }) =>
          options.map((flag) => (
            <CheckboxField
              key={flag}
              label={caseFlagLabels[flag]}
              labelClass={tickClass}
              checked={url.caseFlag.includes(flag)}
              onChange={(event) => change({ caseFlag: toggled(url.caseFlag, flag, event.target.checked) })}
            />
          )),
        )}
      </Group>
    </>
  )
}

/** The filters behind the button. Below 1024 px the controls that have no room in the row (`more`) are here too. */
export function FiltersPanel({ url, change, more }: FilterProps & { more: ReactNode }) {
  const set = panelWords(url)
  return (
    <Popover
      label="Filters"
      className="w-[min(664px,calc(100vw-24px))] p-4"
      trigger={
        <Button className="max-lg:h-11 max-lg:px-3" aria-label={set.length > 0 ? `Filters ${set.length}` : 'Filters'}>
          <ListFilter size={15} className="text-icon" aria-hidden />
          <span className="max-lg:hidden">Filters</span>
          {set.length > 0 && <span className="num font-regular text-text-2">{set.length}</span>}
        </Button>
      }
    >
      <div className="flex items-center justify-between pb-2">
        <h2 className="text-sm font-semibold">Filters</h2>
        <Button look="quiet" className="-mr-2 max-lg:h-11" disabled={set.length === 0} onClick={() => change(withoutAll(set))}>
          Clear filters
        </Button>
      </div>
      <div className="mb-3 grid grid-cols-2 gap-2 border-b border-line pb-3 lg:hidden">{more}</div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2.5 sm:grid-cols-3">
        {shownAs('text').map(({ name, label }) => (
          <TextFilter
            key={name}
            label={label(url)}
            value={url[name]}
            onSettled={(text) => change({ [name]: text }, { replace: true })}
          />
        ))}
      </div>
      <Choices url={url} change={change} />
    </Popover>
  )
}
