import { orderEndpoints } from '@readroom/contracts/orders/order-endpoints'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'

/** Returns the query options for the orders of a study. */
export const studyOrdersOptions = (studyId: string) =>
  queryOptions({
    queryKey: ['orders', 'of-study', studyId],
    queryFn: ({ signal }) => api.call(orderEndpoints.ofStudy, { params: { studyId } }, { signal }).then(({ orders }) => orders),
    staleTime: 0,
  })
