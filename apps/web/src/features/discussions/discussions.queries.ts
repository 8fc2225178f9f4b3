import { discussionEndpoints } from '@readroom/contracts/discussions'
import type { WorklistRow } from '@readroom/contracts/studies'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api/api.ts'

/** A study's comments, oldest first, read from the newest page back. Asked for again when the row, which is kept up to date live, counts others. */
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
