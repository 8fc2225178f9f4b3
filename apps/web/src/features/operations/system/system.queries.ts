import { deadLetterEndpoints } from '@readroom/contracts/operations/dead-letters'
import { type IntakeFailure, systemEndpoints } from '@readroom/contracts/operations/system'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

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

export const stateOptions = queryOptions({
  queryKey: [...keys.all, 'state'],
  queryFn: ({ signal }) => api.call(systemEndpoints.state, {}, { signal }).then(({ state }) => state),
  refetchInterval: refreshMs,
  staleTime: 0,
})

export const intakeOptions = queryOptions({
  queryKey: [...keys.all, 'intake'],
  queryFn: ({ signal }) => api.call(systemEndpoints.intake, {}, { signal }),
  refetchInterval: refreshMs,
  staleTime: 0,
})

export const sendTestMail = () => api.call(systemEndpoints.sendTestMail, {})

export const archiveOptions = queryOptions({
  queryKey: [...keys.all, 'archive'],
  queryFn: ({ signal }) => api.call(systemEndpoints.archive, {}, { signal }).then(({ archive }) => archive),
  refetchInterval: refreshMs,
  staleTime: 0,
})

export const backupOptions = queryOptions({
  queryKey: [...keys.all, 'backup'],
  queryFn: ({ signal }) => api.call(systemEndpoints.backup, {}, { signal }).then(({ backup }) => backup),
  refetchInterval: refreshMs,
  staleTime: 0,
})

export const retryFailure = ({ orthancId }: IntakeFailure) => api.call(systemEndpoints.retryIntake, { params: { orthancId } })

export const refusalsOptions = queryOptions({
  queryKey: [...keys.all, 'refusals'],
  queryFn: ({ signal }) => api.call(systemEndpoints.refusals, {}, { signal }),
  refetchInterval: refreshMs,
  staleTime: 0,
})

export const dismissRefusal = (refusalId: string) => api.call(systemEndpoints.dismissRefusal, { params: { refusalId } })

export const deadLettersOptions = queryOptions({
  queryKey: [...keys.all, 'dead-letters'],
  queryFn: ({ signal }) => api.call(deadLetterEndpoints.list, {}, { signal }),
  refetchInterval: refreshMs,
  staleTime: 0,
})

export const retryDeadLetter = (deadLetterId: string) => api.call(deadLetterEndpoints.retry, { params: { deadLetterId } })

export const dismissDeadLetter = (deadLetterId: string) => api.call(deadLetterEndpoints.dismiss, { params: { deadLetterId } })

export const discardDamaged = (studyId: string) => api.call(systemEndpoints.discardDamaged, { params: { studyId } })
