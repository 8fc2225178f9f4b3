import { Id } from '@readroom/contracts/core/primitives'
import { DeliveryChoice } from '@readroom/contracts/reports/result-endpoints'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { useAddress } from '../../../lib/hooks/use-address.ts'

/** The parameters of the address. A missing or invalid one filters nothing, and shows what is unsent. */
const parameters = z.object({
  state: DeliveryChoice.catch('unsent'),
  lab: Id.or(z.literal('')).catch(''),
  destination: Id.or(z.literal('')).catch(''),
})

/** The filters of the page Deliveries. */
export type DeliveriesUrl = z.output<typeof parameters>
export type ChangeDeliveriesUrl = (changes: Partial<DeliveriesUrl>) => void

const readDeliveriesUrl = (params: URLSearchParams): DeliveriesUrl =>
  parameters.parse(Object.fromEntries(Object.keys(parameters.shape).map((name) => [name, params.get(name) ?? ''])))

/** Returns the address with changes applied, and without parameters that say nothing. */
function writeDeliveriesUrl(params: URLSearchParams, changes: Partial<DeliveriesUrl>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '' || value === 'unsent') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** Returns the filters as the server expects them. */
export const queryOf = ({ state, lab, destination }: DeliveriesUrl) => ({
  state,
  ...(lab !== '' && { labId: lab }),
  ...(destination !== '' && { destinationId: destination }),
})

export function useDeliveriesUrl(): { url: DeliveriesUrl; change: ChangeDeliveriesUrl } {
  const [params, changeAddress] = useAddress()
  const url = useMemo(() => readDeliveriesUrl(params), [params])
  const change: ChangeDeliveriesUrl = useCallback(
    (changes) => changeAddress((current) => writeDeliveriesUrl(current, changes)),
    [changeAddress],
  )
  return { url, change }
}
