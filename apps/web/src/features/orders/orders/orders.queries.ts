import { type OrderAction, type OrderForm, orderEndpoints } from '@readroom/contracts/orders/order-endpoints'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { type OrdersUrl, queryOf } from './orders-url.ts'

/** The orders, and everything that is read with them. */
export const ordersKey = ['orders'] as const

/** Orders come from other systems too, so an open list is read again. */
const refetchInterval = 30_000

const from = (cursor: string | null) => (cursor === null ? {} : { cursor })

/** Returns the query options for the pages of orders. */
export const orderPagesOptions = (url: OrdersUrl) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey, 'pages', queryOf(url)],
    queryFn: ({ signal, pageParam }) =>
      api.call(orderEndpoints.list, { query: { ...queryOf(url), ...from(pageParam) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval,
    staleTime: 0,
  })

/** Returns the query options for the pages of studies without an order. */
export const studiesWithoutOrderOptions = (labId: string) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey, 'without-order', labId],
    queryFn: ({ signal, pageParam }) =>
      api.call(orderEndpoints.studiesWithoutOrder, { query: { ...(labId !== '' && { labId }), ...from(pageParam) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval,
    staleTime: 0,
  })

export const orderOptions = (orderId: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'one', orderId],
    queryFn: ({ signal }) => api.call(orderEndpoints.read, { params: { orderId } }, { signal }).then(({ order }) => order),
    staleTime: 0,
  })

export const candidateStudiesOptions = (orderId: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'candidate-studies', orderId],
    queryFn: ({ signal }) =>
      api.call(orderEndpoints.candidateStudies, { params: { orderId } }, { signal }).then(({ candidates }) => candidates),
    staleTime: 0,
  })

export const candidateOrdersOptions = (studyId: string, search: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'candidate-orders', studyId, search],
    queryFn: ({ signal }) =>
      api
        .call(orderEndpoints.candidateOrders, { params: { studyId }, query: { search } }, { signal })
        .then(({ candidates }) => candidates),
    staleTime: 0,
  })

/** An order and the version that the user saw. */
type Seen = { _id: string; version: number }

export const createOrder = (body: OrderForm & { number: string; labId?: string | undefined }) =>
  api.call(orderEndpoints.create, { body })

export const changeOrder = ({ _id: orderId, version }: Seen, fields: OrderForm) =>
  api.call(orderEndpoints.change, { params: { orderId }, body: { ...fields, version } })

export const actOnOrder = ({ _id: orderId, version }: Seen, action: OrderAction, reason: string) =>
  api.call(orderEndpoints.act, { params: { orderId }, body: { action, reason, version } })

export const matchOrder = ({ _id: orderId, version }: Seen, studyId: string, isDifferenceConfirmed: boolean) =>
  api.call(orderEndpoints.match, { params: { orderId, studyId }, body: { version, isDifferenceConfirmed } })

export const unmatchOrder = ({ _id: orderId, version }: Seen, studyId: string) =>
  api.call(orderEndpoints.unmatch, { params: { orderId, studyId }, query: { version } })
