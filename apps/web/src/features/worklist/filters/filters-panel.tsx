import { studyMarks } from '@readroom/contracts/studies/study-marks'
import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { StatusLabel } from '../../../components/study/status-dot.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Popover } from '../../../components/ui/popover.tsx'
import type { FilterProps } from '../rows/use-worklist-url.ts'
import { AssignedToFilter } from './assigned-to-filter.tsx'
import { useModalities } from './filter-choices.ts'
import { deadlineLabels, type Names, offeredModalities, panelWords, shownAs, withoutAll } from './filter-words.ts'
import { FilterGroup, TextFilter, tickClass, toggled } from './panel-controls.tsx'

function Choices({ url, change, assigns }: FilterProps & { assigns: boolean }) {
  const present = useModalities()
  return (
    <>
      {shownAs('status').map(({ label, options }) => (
        <FilterGroup key={label(url)} title={label(url)} className="grid-cols-2 sm:grid-cols-3">
          {options.map((status) => (
            <CheckboxField
              key={status}
              label={<StatusLabel status={status} />}
              labelClass={tickClass}
              checked={url.status.includes(status)}
              onChange={(event) => change({ status: toggled(url.status, status, event.target.checked) })}
            />
          ))}
        </FilterGroup>
      ))}
      {shownAs('modality').map(({ label }) => (
        <FilterGroup key={label(url)} title={label(url)} className="grid-cols-3 sm:grid-cols-6">
          {offeredModalities(present, url.modality).map((modality) => (
            <CheckboxField
              key={modality}
              label={modality}
              labelClass={tickClass}
              checked={url.modality.includes(modality)}
              onChange={(event) => change({ modality: toggled(url.modality, modality, event.target.checked) })}
            />
          ))}
        </FilterGroup>
      ))}
      {assigns &&
        shownAs('assignedTo').map(({ label }) => (
          <AssignedToFilter key={label(url)} title={label(url)} url={url} change={change} />
        ))}
      {shownAs('deadline').map(({ label, options }) => (
        <FilterGroup key={label(url)} title={label(url)} className="grid-cols-2 sm:grid-cols-3">
          {options.map((band) => (
            <CheckboxField
              key={band}
              label={deadlineLabels[band]}
              labelClass={tickClass}
              checked={url.deadline.includes(band)}
              onChange={(event) => change({ deadline: toggled(url.deadline, band, event.target.checked) })}
            />
          ))}
        </FilterGroup>
      ))}
      <FilterGroup title="Case" className="grid-cols-2 sm:grid-cols-3">
        {shownAs('yesNo').map(({ name, label }) => (
          <CheckboxField
            key={name}
            label={label(url)}
            labelClass={tickClass}
            checked={url[name] === 'true'}
            onChange={(event) => change({ [name]: event.target.checked ? 'true' : '' })}
          />
        ))}
        {shownAs('caseFlag').flatMap(({ options }) =>
          options.map((mark) => (
            <CheckboxField
              key={mark}
              label={studyMarks[mark].label}
              labelClass={tickClass}
              checked={url.caseFlag.includes(mark)}
              onChange={(event) => change({ caseFlag: toggled(url.caseFlag, mark, event.target.checked) })}
            />
          )),
        )}
      </FilterGroup>
    </>
  )
}

type Props = FilterProps & { names: Names; assigns: boolean; more: ReactNode }

/** Shows the filters behind the button. Below 1024 px it also has the controls that don't fit in the row (`more`). */
export function FiltersPanel({ url, change, names, assigns, more }: Props) {
  const set = panelWords(url, names)
  return (
    <Popover
      label="Filters"
      className="w-[min(664px,calc(100vw-24px))] p-4"
      trigger={
        <Button className="max-lg:h-11 max-lg:px-3">
          <ListFilter size={15} className="text-icon" aria-hidden />
          <span className="max-lg:sr-only">Filters</span>{' '}
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
      <Choices url={url} change={change} assigns={assigns} />
    </Popover>
  )
}
