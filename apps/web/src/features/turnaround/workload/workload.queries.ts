import { workloadEndpoints } from '@readroom/contracts/turnaround/workload'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { serverNow } from '../../../lib/time/server-clock.ts'
import { fetchOpenStudies } from '../../studies/assignments/open-studies.ts'

/** Studies become late without anything that happens. */
const refetchMs = 60_000

export const workloadOptions = queryOptions({
  queryKey: ['workload'],
  queryFn: ({ signal }) =>
    api.call(workloadEndpoints.view, {}, { signal }).then(({ workload }) => ({ ...workload, asOf: serverNow() })),
  refetchInterval: refetchMs,
  refetchOnMount: 'always',
})

/** Has a key of its own, because news refetch the workload every few seconds, and the forecast changes slowly. */
export const forecastOptions = queryOptions({
  queryKey: ['workload-forecast'],
  queryFn: ({ signal }) => api.call(workloadEndpoints.forecast, {}, { signal }).then(({ forecast }) => forecast),
  refetchInterval: refetchMs,
  refetchOnMount: 'always',
})

export const balanceOptions = queryOptions({
  queryKey: ['workload-balance'],
  queryFn: ({ signal }) => api.call(workloadEndpoints.balance, {}, { signal }).then(({ balance }) => balance),
  refetchInterval: 5 * refetchMs,
  staleTime: refetchMs,
})

export const ownWorkloadOptions = queryOptions({
  queryKey: ['workload', 'own'],
  queryFn: ({ signal }) =>
    api.call(workloadEndpoints.viewOwn, {}, { signal }).then(({ workload }) => ({ ...workload, asOf: serverNow() })),
  refetchInterval: refetchMs,
  refetchOnMount: 'always',
})

/** Returns the query options for the studies that a doctor has not reported yet. News refetch them with the workload. */
export const doctorStudiesOptions = (doctorId: string) =>
  queryOptions({
    queryKey: ['workload', 'studies', doctorId],
    queryFn: ({ signal }) => fetchOpenStudies(doctorId, signal),
    refetchInterval: refetchMs,
    staleTime: 0,
    gcTime: 0,
  })

export const refetchWorkload = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ queryKey: workloadOptions.queryKey }, { throwOnError: true })
