import type { LocationOption } from '@readroom/contracts/people/locations'
import { type TurnaroundDoctor, turnaroundDateTypes, turnaroundPageSizes } from '@readroom/contracts/turnaround/turnaround-report'
import { MapPin, Search, Stethoscope } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { DayInput } from '../../../components/inputs/day-input.tsx'
import { Select } from '../../../components/inputs/select.tsx'
import { Button } from '../../../components/ui/button.tsx'
import type { ChangeTurnaroundUrl, TurnaroundUrl } from '../turnaround-url.ts'
import { dateTypeLabels } from '../turnaround-words.ts'
import { ModalityChips } from './modality-chips.tsx'
import { RangeChips } from './range-chips.tsx'
import { SearchPicker } from './search-picker.tsx'

type Props = {
  url: TurnaroundUrl
  change: ChangeTurnaroundUrl
  /** Reloads the report with the same filters. */
  onAgain: () => void
  locations: readonly LocationOption[]
  doctors: readonly TurnaroundDoctor[]
}

type Typed = Pick<TurnaroundUrl, 'from' | 'to' | 'search'>

/** Keeps typed filters until Go or a choice applies them. A choice applies at once, together with the typed text. A new address resets them. */
function useTyped({ from, to, search }: TurnaroundUrl) {
  const settled = JSON.stringify([from, to, search])
  const [state, setState] = useState({ settled, typed: { from, to, search } })
  const current = state.settled === settled ? state : { settled, typed: { from, to, search } }
  const setTyped = (changes: Partial<Typed>) => setState({ settled, typed: { ...current.typed, ...changes } })
  return [current.typed, setTyped] as const
}

const dayClass = 'h-7 w-33 max-lg:h-11 max-lg:w-full max-lg:min-w-0'

export function TurnaroundFilters({ url, change, onAgain, locations, doctors }: Props) {
  const [typed, setTyped] = useTyped(url)
  const isBackwards = typed.from !== '' && typed.to !== '' && typed.to < typed.from
  const choose = (changes: Partial<TurnaroundUrl>) => change({ ...typed, search: typed.search.trim(), ...changes })
  const isUnchanged = typed.from === url.from && typed.to === url.to && typed.search.trim() === url.search

  function go(event: FormEvent) {
    event.preventDefault()
    if (isBackwards) return
    if (isUnchanged) onAgain()
    else choose({})
  }
  return (
    <>
      <form
        aria-label="Filters"
        onSubmit={go}
        noValidate
        className="turnaround-filters grid grid-cols-2 gap-2 px-4 pt-2.5 lg:flex lg:flex-wrap lg:items-center"
      >
        <Select
          aria-label="Date type"
          className="max-lg:col-span-2 lg:w-30"
          value={url.dateType}
          onChange={(event) =>
            choose({ dateType: turnaroundDateTypes.find((one) => one === event.target.value) ?? url.dateType, sort: '' })
          }
        >
          {turnaroundDateTypes.map((type) => (
            <option key={type} value={type}>
              {dateTypeLabels[type]}
            </option>
          ))}
        </Select>
        <DayInput
          aria-label="From date"
          className={dayClass}
          value={typed.from}
          max={typed.to}
          aria-invalid={isBackwards}
          onDay={(from) => setTyped({ from })}
        />
        <span aria-hidden className="text-text-3 max-lg:hidden">
          to
        </span>
        <DayInput
          aria-label="To date"
          className={dayClass}
          value={typed.to}
          min={typed.from}
          aria-invalid={isBackwards}
          onDay={(to) => setTyped({ to })}
        />
        {isBackwards && (
          <p role="alert" className="col-span-2 text-sm text-red-fg">
            The range ends before it begins.
          </p>
        )}
        <SearchPicker
          name="Location"
          all="All Locations"
          placeholder="Search locations..."
          nothing="No locations found"
          icon={MapPin}
          choices={locations.map(({ value, label, code }) => ({ value, label, hint: code }))}
          value={url.location}
          onChoose={(location) => choose({ location })}
        />
        <SearchPicker
          name="Doctor"
          all="All Doctors"
          placeholder="Search doctors..."
          nothing="No doctors found"
          icon={Stethoscope}
          choices={doctors.map(({ value, label, specialization, studies }) => ({
            value,
            label,
            hint: specialization,
            count: studies,
          }))}
          value={url.doctor}
          onChoose={(doctor) => choose({ doctor })}
        />
        <search className="relative min-w-0 max-lg:col-span-2 lg:min-w-60 lg:flex-1">
          <Search size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-icon" aria-hidden />
          <input
            type="search"
            aria-label="Search the report"
            placeholder="Patient, ID, accession, doctor, description"
            maxLength={200}
            value={typed.search}
            onChange={(event) => setTyped({ search: event.target.value })}
            className="h-7 w-full rounded-sm border border-line-strong bg-surface pr-2 pl-8 text-sm max-lg:h-11 max-lg:text-[16px]"
          />
        </search>
        <Select
          aria-label="Page size"
          className="lg:w-18"
          value={url.limit}
          onChange={(event) =>
            choose({ limit: turnaroundPageSizes.find((size) => String(size) === event.target.value) ?? url.limit })
          }
        >
          {turnaroundPageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </Select>
        <Button type="submit" look="primary" className="max-lg:h-11">
          Go
        </Button>
      </form>
      <div className="turnaround-modalities flex items-center gap-x-4 gap-y-1.5 overflow-x-auto px-4 py-2 max-lg:py-2.5 lg:flex-wrap">
        <RangeChips chosen={url} onChoose={choose} />
        <ModalityChips chosen={url.modality} onChoose={(modality) => choose({ modality })} />
      </div>
    </>
  )
}
