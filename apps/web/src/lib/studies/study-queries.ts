import { studyEndpoints } from '@readroom/contracts/studies/studies'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import type { CallOptions } from '../api/api-client.ts'
import { studyKeys } from './study-cache.ts'

const timeoutMs = 20_000

/** Adds a timeout, so that a silent server counts as not answering. */
export const withTimeout = ({ signal, ...options }: CallOptions): CallOptions => ({
  ...options,
  signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
})

export const fetchStudy = (studyId: string, options: CallOptions) =>
  api.call(studyEndpoints.one, { params: { studyId } }, withTimeout(options)).then(({ study }) => study)

/**
 * Returns the query options for one row by id, for what shows a study that is on no loaded page. A study that its reader sees as a prior only has none
 * (STUDY_NOT_FOUND). Only the first request counts as the user's activity.
 */
export function studyOptions(studyId: string) {
  const queryKey = studyKeys.one(studyId)
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) => fetchStudy(studyId, { signal, background: client.getQueryData(queryKey) !== undefined }),
  })
}
