import { type IntakeFailure, systemEndpoints } from '@readroom/contracts/system'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

const refreshMs = 10_000
const keys = { all: ['system'] } as const
export const systemKeys = keys

export const failuresOptions = (page: number) =>
  queryOptions({
    queryKey: [...keys.all, 'failures', page],
    queryFn: ({ signal }) => api.call(systemEndpoints.intakeFailures, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    staleTime: 0,
  })

export const archiveOptions = queryOptions({
  queryKey: [...keys.all, 'archive'],
  queryFn: ({ signal }) => api.call(systemEndpoints.archive, {}, { signal }).then(({ archive }) => archive),
  refetchInterval: refreshMs,
  staleTime: 0,
})

export const retryFailure = ({ orthancId }: IntakeFailure) => api.call(systemEndpoints.retryIntake, { params: { orthancId } })
