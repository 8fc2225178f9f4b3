import { privacyEndpoints } from '@readroom/contracts/privacy/privacy'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

const refreshMs = 5_000
export const privacyKeys = { all: ['privacy'] } as const

export const actionsOptions = (page: number) =>
  queryOptions({
    queryKey: [...privacyKeys.all, 'actions', page],
    queryFn: ({ signal }) => api.call(privacyEndpoints.actions, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    staleTime: 0,
  })

export const retentionOptions = queryOptions({
  queryKey: [...privacyKeys.all, 'retention'],
  queryFn: ({ signal }) => api.call(privacyEndpoints.retention, {}, { signal }).then(({ data }) => data),
  staleTime: 0,
})

export const subjectOptions = (studyId: string) =>
  queryOptions({
    queryKey: [...privacyKeys.all, 'subject', studyId],
    queryFn: ({ signal }) => api.call(privacyEndpoints.subject, { params: { studyId } }, { signal }).then(({ data }) => data),
    staleTime: 0,
  })

export const linkOf = (actionId: string) =>
  api.call(privacyEndpoints.exportLink, { params: { actionId } }).then(({ downloadUrl }) => downloadUrl)
