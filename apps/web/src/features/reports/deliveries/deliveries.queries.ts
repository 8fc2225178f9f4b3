import { type ResultDestination, resultEndpoints } from '@readroom/contracts/reports/result-endpoints'
import type { DeliveryAction, ResultDestinationFields } from '@readroom/contracts/reports/results'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { type DeliveriesUrl, queryOf } from './deliveries-url.ts'

export const deliveriesKey = ['result-deliveries'] as const

/** Deliveries go out by themselves, so an open page is read again. */
const refetchInterval = 10_000

export const destinationsOptions = queryOptions({
  queryKey: [...deliveriesKey, 'destinations'],
  queryFn: ({ signal }) => api.call(resultEndpoints.destinations, {}, { signal }).then(({ destinations }) => destinations),
  refetchInterval,
  staleTime: 0,
})

/** Returns the query options for the pages of deliveries under the filters of the address. */
export const deliveryPagesOptions = (url: DeliveriesUrl) =>
  infiniteQueryOptions({
    queryKey: [...deliveriesKey, 'list', url],
    queryFn: ({ signal, pageParam }) =>
      api.call(
        resultEndpoints.deliveries,
        { query: { ...queryOf(url), ...(pageParam !== null && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ deliveries, hasMore }) => (hasMore ? deliveries.at(-1)?.position : undefined),
    placeholderData: keepPreviousData,
    refetchInterval,
    staleTime: 0,
  })

type Saved = ResultDestinationFields & { secret: string | null }

/** Creates a destination, or changes the given one. */
export function saveDestination(destination: ResultDestination | null, { labId, ...fields }: Saved) {
  if (destination === null) return api.call(resultEndpoints.create, { body: { labId, ...fields } })
  const { _id: destinationId, version } = destination
  return api.call(resultEndpoints.update, { params: { destinationId }, body: { ...fields, version } })
}

/** Queues a message without a patient. */
export const testDestination = (destinationId: string) => api.call(resultEndpoints.test, { params: { destinationId } })

/** Changes the state of a delivery. */
export const changeDelivery = ({ deliveryId, action }: { deliveryId: string; action: DeliveryAction }) =>
  api.call(resultEndpoints.change, { params: { deliveryId }, body: { action } })
