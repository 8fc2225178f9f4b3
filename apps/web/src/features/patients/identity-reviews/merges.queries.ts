import { patientMergeEndpoints } from '@readroom/contracts/patients/patient-merges'
import { waitingChangeEndpoints } from '@readroom/contracts/patients/sent-changes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { identityReviewKeys } from '../../../lib/hooks/use-open-reviews.ts'

const { all } = identityReviewKeys

export const mergesOptions = (page: number) =>
  queryOptions({
    queryKey: [...all, 'merges', page],
    queryFn: ({ signal }) => api.call(patientMergeEndpoints.list, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const receivedOptions = (page: number) =>
  queryOptions({
    queryKey: [...all, 'received', page],
    queryFn: ({ signal }) => api.call(waitingChangeEndpoints.list, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The person of a study, and everybody with another patient ID; an empty ID is nobody's. */
export const comparisonOptions = (studyId: string, otherId: string) =>
  queryOptions({
    queryKey: [...all, 'comparison', studyId, otherId],
    queryFn: ({ signal }) =>
      api.call(patientMergeEndpoints.compare, { params: { studyId }, query: otherId === '' ? {} : { otherId } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
