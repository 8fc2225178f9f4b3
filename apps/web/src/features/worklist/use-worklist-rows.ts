import type { Role } from '@readroom/contracts/permissions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { applyOverride, useStudyOverrides } from '../../lib/studies/study-overrides.ts'
import { allRows } from '../../lib/studies/study-pages.ts'
import { listOptions } from './worklist.queries.ts'
import type { WorklistQuery } from './worklist-url.ts'

/** The loaded rows of a query as they are shown, without those that wait, and the way to more of them. */
export function useWorklistRows(role: Role, query: WorklistQuery, waiting: ReadonlySet<string>) {
  const { data, error, isFetching, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(listOptions(role, query))
  const overrides = useStudyOverrides()
  const rows = useMemo(
    () =>
      allRows(data)
        .filter((row) => !waiting.has(row._id))
        .map((row) => applyOverride(row, overrides)),
    [data, overrides, waiting],
  )
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isPlaceholderData) void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage])
  return {
    rows,
    total: Math.max(data?.pages[0]?.totalRecords ?? 0, rows.length),
    isPending: !data && isFetching,
    /** The rows are still those of the query before. */
    isStale: isPlaceholderData,
    error: data ? null : error,
    loadMore,
    retry: () => void refetch(),
  }
}
