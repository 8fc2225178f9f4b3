import type { LocationOption } from '@readroom/contracts/locations'
import { type TatDoctor, tatDateTypes, tatPageSizes } from '@readroom/contracts/tat'
import { MapPin, Search, Stethoscope } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Select } from '../../components/ui/select.tsx'
import { SearchPicker } from './search-picker.tsx'
import type { ChangeTatUrl, TatUrl } from './tat-url.ts'
import { dateTypeLabels } from './tat-words.ts'

type Props = {
  url: TatUrl
  change: ChangeTatUrl
  /** Asks again for what was asked for. */
  onAgain: () => void
  locations: readonly LocationOption[]
  doctors: readonly TatDoctor[]
}

type Typed = Pick<TatUrl, 'from' | 'to' | 'search'>

/** What is typed counts with Go; what is chosen counts at once, together with what was typed. Another address begins anew. */
function useTyped({ from, to, search }: TatUrl) {
  const settled = JSON.stringify([from, to, search])
  const [state, setState] = useState({ settled, typed: { from, to, search } })
  const current = state.settled === settled ? state : { settled, typed: { from, to, search } }
  const setTyped = (changes: Partial<Typed>) => setState({ settled, typed: { ...current.typed, ...changes } })
  return [current.typed, setTyped] as const
}

type DayProps = { label: string; value: string; min: string; max: string; invalid: boolean; onDay: (day: string) => void }

function DayField({ label, value, min, max, invalid, onDay }: DayProps) {
  return (
    <input
      type="date"
      aria-label={label}
      aria-invalid={invalid}
      value={value}
      min={min}
      max={max}
      onChange={(event) => onDay(event.target.value)}
      className="num h-7 w-33 rounded-sm border border-line-strong bg-surface px-2 text-sm aria-invalid:border-red-dot max-lg:h-11 max-lg:w-full max-lg:min-w-0"
    />
  )
}

export function TatFilters({ url, change, onAgain, locations, doctors }: Props) {
  const [typed, setTyped] = useTyped(url)
  const isBackwards = typed.from !== '' && typed.to !== '' && typed.to < typed.from
  const choose = (changes: Partial<TatUrl>) => change({ ...typed, search: typed.search.trim(), ...changes })
  const isUnchanged = typed.from === url.from && typed.to === url.to && typed.search.trim() === url.search

  function go(event: FormEvent) {
    event.preventDefault()
    if (isBackwards) return
    if (isUnchanged) onAgain()
    else choose({})
  }
  return (
    <form
      aria-label="Filters"
      onSubmit={go}
      noValidate
      className="tat-filters grid grid-cols-2 gap-2 px-4 pt-2.5 lg:flex lg:items-center"
    >
      <Select
        aria-label="Date type"
        className="max-lg:col-span-2 lg:w-30"
        value={url.dateType}
        onChange={(event) =>
          choose({ dateType: tatDateTypes.find((one) => one === event.target.value) ?? url.dateType, sort: '' })
        }
      >
        {tatDateTypes.map((type) => (
          <option key={type} value={type}>
            {dateTypeLabels[type]}
          </option>
        ))}
      </Select>
      <DayField
        label="From date"
        value={typed.from}
        min=""
        max={typed.to}
        invalid={isBackwards}
        onDay={(from) => setTyped({ from })}
      />
      <span aria-hidden className="text-text-3 max-lg:hidden">
        to
      </span>
      <DayField label="To date" value={typed.to} min={typed.from} max="" invalid={isBackwards} onDay={(to) => setTyped({ to })} />
      {isBackwards && (
        <p role="alert" className="col-span-2 text-sm text-red-fg">
          The range ends before it begins.
        </p>
      )}
      <SearchPicker
        {...{
          name: 'Location',
          all: 'All Locations',
          placeholder: 'Search locations...',
          nothing: 'No locations found',
          icon: MapPin,
        }}
        choices={locations.map(({ value, label, code }) => ({ value, label, hint: code }))}
        value={url.location}
        onChoose={(location) => choose({ location })}
      />
      <SearchPicker
        {...{
          name: 'Doctor',
          all: 'All Doctors',
          placeholder: 'Search doctors...',
          nothing: 'No doctors found',
          icon: Stethoscope,
        }}
        choices={doctors.map(({ value, label, specialization, studies }) => ({
          value,
          label,
          hint: specialization,
          count: studies,
        }))}
        value={url.doctor}
        onChoose={(doctor) => choose({ doctor })}
      />
      <search className="relative min-w-0 max-lg:col-span-2 lg:flex-1">
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
        onChange={(event) => choose({ limit: tatPageSizes.find((size) => String(size) === event.target.value) ?? url.limit })}
      >
        {tatPageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </Select>
      <Button type="submit" look="primary" className="max-lg:h-11">
        Go
      </Button>
    </form>
  )
}
