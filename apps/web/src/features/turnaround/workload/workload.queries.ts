import { workloadEndpoints } from '@readroom/contracts/turnaround/workload'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { serverNow } from '../../../lib/server-clock.ts'

/** Studies become late without anything that happens. */
const refetchMs = 60_000

export const workloadOptions = queryOptions({
  queryKey: ['workload'],
  queryFn: ({ signal }) =>
    api.call(workloadEndpoints.view, {}, { signal }).then(({ workload }) => ({ ...workload, asOf: serverNow() })),
  refetchInterval: refetchMs,
  refetchOnMount: 'always',
})

export const ownWorkloadOptions = queryOptions({
  queryKey: ['workload', 'own'],
  queryFn: ({ signal }) =>
    api.call(workloadEndpoints.viewOwn, {}, { signal }).then(({ workload }) => ({ ...workload, asOf: serverNow() })),
  refetchInterval: refetchMs,
  refetchOnMount: 'always',
})

export const refetchWorkload = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ queryKey: workloadOptions.queryKey }, { throwOnError: true })
