import { discussionEndpoints } from '@readroom/contracts/studies/discussions'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../../lib/api/api.ts'

/** Loads a study's comments, oldest first, starting with the newest page. Reloads when the count in the row, which live events keep up to date, differs. */
export function useComments({ _id: studyId, discussions: count }: Pick<WorklistRow, '_id' | 'discussions'>) {
  const { data, refetch, ...query } = useInfiniteQuery({
    queryKey: ['discussions', studyId],
    queryFn: ({ pageParam: before, signal }) =>
      api.call(discussionEndpoints.list, { params: { studyId }, query: { before } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ discussions, hasEarlier }) => (hasEarlier ? discussions[0]?._id : undefined),
    staleTime: 0,
  })
  const known = useRef(count)
  useEffect(() => {
    if (known.current === count) return
    known.current = count
    void refetch()
  }, [count, refetch])
  return {
    comments: data?.pages.toReversed().flatMap(({ discussions }) => discussions),
    failed: query.error !== null && !data,
    read: () => void refetch(),
    hasEarlier: query.hasNextPage,
    readEarlier: () => void query.fetchNextPage(),
    busy: query.isFetchingNextPage,
  }
}

export type Comments = ReturnType<typeof useComments>

export const saveComment = (studyId: string, comment: string) =>
  api.call(discussionEndpoints.add, { params: { studyId }, body: { comment } })
