import { CalendarDate, Id, line } from '@readroom/contracts/core/primitives'
import { ShownOrderState } from '@readroom/contracts/orders/orders'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { useAddress } from '../../../lib/hooks/use-address.ts'

const Day = CalendarDate.or(z.literal('')).catch('')

/** The parameters of the address. A missing or invalid one filters nothing. */
const parameters = z.object({
  view: z.enum(['orders', 'without-order']).catch('orders'),
  state: ShownOrderState.or(z.literal('')).catch(''),
  lab: Id.or(z.literal('')).catch(''),
  from: Day,
  to: Day,
  search: line(200).catch(''),
})

/** The view and the filters of the page Orders. An empty filter filters nothing. */
export type OrdersUrl = z.output<typeof parameters>

export type ChangeOrdersUrl = (changes: Partial<OrdersUrl>, options?: { replace: boolean }) => void

export const readOrdersUrl = (params: URLSearchParams): OrdersUrl =>
  parameters.parse(Object.fromEntries(Object.keys(parameters.shape).map((name) => [name, params.get(name) ?? ''])))

/** Returns the address with changes applied, and without parameters that say nothing. */
export function writeOrdersUrl(params: URLSearchParams, changes: Partial<OrdersUrl>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '' || value === 'orders') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** Returns the filters as the server expects them. */
export const queryOf = ({ state, lab, from, to, search }: OrdersUrl) => ({
  ...(state !== '' && { state }),
  ...(lab !== '' && { labId: lab }),
  ...(from !== '' && { from }),
  ...(to !== '' && { to }),
  search,
})

/** Reports whether a filter hides orders. */
export const isNarrowed = ({ state, lab, from, to, search }: OrdersUrl): boolean =>
  [state, lab, from, to, search].some((value) => value !== '')

export function useOrdersUrl(): { url: OrdersUrl; change: ChangeOrdersUrl } {
  const [params, changeAddress] = useAddress()
  const url = useMemo(() => readOrdersUrl(params), [params])
  const change: ChangeOrdersUrl = useCallback(
    (changes, options) => changeAddress((current) => writeOrdersUrl(current, changes), options),
    [changeAddress],
  )
  return { url, change }
}
