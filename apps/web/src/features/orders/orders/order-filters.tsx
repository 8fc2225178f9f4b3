import { orderStateLabels, shownOrderStates } from '@readroom/contracts/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { DayInput } from '../../../components/inputs/day-input.tsx'
import { Select } from '../../../components/inputs/select.tsx'
import { useDebouncedText } from '../../../lib/hooks/use-debounced.ts'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import { useUser } from '../../../lib/session/session.ts'
import type { ChangeOrdersUrl, OrdersUrl } from './orders-url.ts'

const searchPauseMs = 300
const dayClass = 'h-7 w-34 max-lg:h-11 max-lg:w-full'

type Props = { url: OrdersUrl; change: ChangeOrdersUrl }

/** Lets administrators choose a laboratory. Other accounts have one. */
export function LabFilter({ url, change }: Props) {
  const isAdmin = useUser().role === 'admin'
  const { data: labs = [] } = useQuery({ ...labChoiceOptions, enabled: isAdmin })
  if (!isAdmin) return null
  return (
    <Select
      aria-label="Laboratory"
      className="w-48 max-lg:w-full"
      value={url.lab}
      onChange={({ target }) => change({ lab: target.value })}
    >
      <option value="">All laboratories</option>
      {labs.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}

/** Shows the filters of the list of orders. The address holds them. */
export function OrderFilters({ url, change }: Props) {
  const [text, setText] = useDebouncedText(url.search, searchPauseMs, (search) => change({ search }, { replace: true }))
  return (
    <search className="grid grid-cols-2 gap-2 pt-4 pb-3 lg:flex lg:flex-wrap lg:items-center">
      <input
        type="search"
        aria-label="Search orders"
        placeholder="Order or accession number, patient name or ID"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-7 min-w-0 rounded-sm border border-line-strong bg-surface px-2.5 text-sm max-lg:col-span-2 max-lg:h-11 max-lg:text-[16px] lg:w-80"
      />
      <Select
        aria-label="State"
        className="w-40 max-lg:w-full"
        value={url.state}
        onChange={({ target }) => change({ state: shownOrderStates.find((state) => state === target.value) ?? '' })}
      >
        <option value="">All states</option>
        {shownOrderStates.map((state) => (
          <option key={state} value={state}>
            {orderStateLabels[state]}
          </option>
        ))}
      </Select>
      <LabFilter url={url} change={change} />
      <DayInput aria-label="From date" className={dayClass} value={url.from} onDay={(from) => change({ from })} />
      <DayInput aria-label="To date" className={dayClass} value={url.to} onDay={(to) => change({ to })} />
    </search>
  )
}
