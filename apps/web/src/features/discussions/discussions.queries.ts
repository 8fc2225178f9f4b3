import { discussionEndpoints } from '@readroom/contracts/discussions'
import type { WorklistRow } from '@readroom/contracts/studies'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const discussionsKey = (studyId: string) => ['discussions', studyId] as const

/** A study's comments. Asked for again when the row, which is kept up to date live, counts others. */
export function discussionsOptions({ _id: studyId, discussions: count }: Pick<WorklistRow, '_id' | 'discussions'>) {
  return queryOptions({
    queryKey: [...discussionsKey(studyId), count],
    queryFn: async ({ signal }) => (await api.call(discussionEndpoints.list, { params: { studyId } }, { signal })).discussions,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export const saveComment = (studyId: string, comment: string) =>
  api.call(discussionEndpoints.add, { params: { studyId }, body: { comment } })
