import type { Role } from '@readroom/contracts/permissions'
import type { StudyList } from '@readroom/contracts/studies'
import { studyEndpoints } from '@readroom/contracts/studies'
import type { Tab } from '@readroom/contracts/study-workflow'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { CallOptions } from '../../lib/api-client.ts'
import { studyKeys } from '../../lib/study-cache.ts'
import type { StudyPages } from '../../lib/study-pages.ts'
import { worklistRoles } from './worklist-roles.ts'

export function fetchPage(
  role: Role,
  tab: Tab,
  limit: number,
  cursor: string | undefined,
  options: CallOptions,
): Promise<StudyList> {
  return api.call(worklistRoles[role].lists[tab], { query: { limit, cursor } }, options)
}

export const fetchCounts = (role: Role, options: CallOptions) => api.call(worklistRoles[role].values, {}, options)

export const fetchStudy = (studyId: string, options: CallOptions) =>
  api.call(studyEndpoints.one, { params: { studyId } }, options).then(({ study }) => study)

export function listOptions(role: Role, tab: Tab, limit: number) {
  return infiniteQueryOptions<StudyList, Error, StudyPages, ReturnType<typeof studyKeys.list>, string | undefined>({
    queryKey: studyKeys.list(role, tab, limit),
    queryFn: ({ pageParam, signal }) => fetchPage(role, tab, limit, pageParam, { signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.nextCursor,
  })
}

export function countsOptions(role: Role) {
  return queryOptions({ queryKey: studyKeys.counts, queryFn: ({ signal }) => fetchCounts(role, { signal }) })
}

/** One row by id, for a dialog whose study no loaded page has. */
export function studyOptions(studyId: string) {
  return queryOptions({ queryKey: studyKeys.one(studyId), queryFn: ({ signal }) => fetchStudy(studyId, { signal }) })
}
