import type { Role } from '@readroom/contracts/permissions'
import type { Tab } from '@readroom/contracts/study-workflow'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { applyOverride, useStudyOverrides } from '../../lib/study-overrides.ts'
import { allRows } from '../../lib/study-pages.ts'
import { listOptions } from './worklist.queries.ts'

/** The loaded rows of one tab as they are shown, and the way to more of them. */
export function useWorklistRows(role: Role, tab: Tab, limit: number) {
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    listOptions(role, tab, limit),
  )
  const overrides = useStudyOverrides()
  const rows = useMemo(() => allRows(data).map((row) => applyOverride(row, overrides)), [data, overrides])
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return {
    rows,
    total: Math.max(data?.pages[0]?.totalRecords ?? 0, rows.length),
    isPending: !data && isFetching,
    error: data ? null : error,
    loadMore,
    retry: () => void refetch(),
  }
}
