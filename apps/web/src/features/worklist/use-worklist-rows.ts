import type { Role } from '@readroom/contracts/permissions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useLiveStatus } from '../../lib/live-status.ts'
import { applyOverride, useStudyOverrides } from '../../lib/studies/study-overrides.ts'
import { allRows } from '../../lib/studies/study-pages.ts'
import { listOptions } from './worklist.queries.ts'
import type { WorklistQuery } from './worklist-url.ts'

/** True once `state` has been true for so long. */
function useLasting(state: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!state) return
    const timer = setTimeout(() => setLasting(true), ms)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [state, ms])
  return state && lasting
}

/** How long the rows of the query before may stand in for those that are being read. */
const standInMs = 1_000
/** After this silence the list says that it waits. */
const patienceMs = 3_500
const retryMs = 5_000

/** Reads the page behind `cursor`, once; after a failure the list may ask again a little later. */
function useLoadMore(cursor: string | null | undefined, read: () => Promise<unknown>) {
  const [failures, setFailures] = useState(0)
  // A list that stands at its end asks when the answer of this is another one.
  return useMemo(() => {
    let asked = false
    return () => {
      if (!cursor || asked) return
      asked = true
      read().catch(() => void setTimeout(() => setFailures((count) => count + 1), retryMs))
    }
  }, [cursor, read, failures])
}

type Options = { waiting: ReadonlySet<string>; loadMore: () => Promise<unknown> }

/** The loaded rows of a query as they are shown, without those that wait, and the way to more of them. */
export function useWorklistRows(role: Role, query: WorklistQuery, { waiting, loadMore }: Options) {
  const { data, error, isFetching, isPlaceholderData } = useInfiniteQuery(listOptions(role, query))
  const overrides = useStudyOverrides()
  const isCutOff = useLiveStatus() === 'disconnected'
  const standsInTooLong = useLasting(isPlaceholderData, standInMs)
  const own = isPlaceholderData && (isCutOff || standsInTooLong) ? undefined : data
  const isPending = !own && isFetching
  const cursor = isPlaceholderData ? null : data?.pages.at(-1)?.nextCursor
  const rows = useMemo(
    () =>
      allRows(own)
        .filter((row) => !waiting.has(row._id))
        .map((row) => applyOverride(row, overrides)),
    [own, overrides, waiting],
  )
  return {
    rows,
    total: Math.max(own?.pages[0]?.totalRecords ?? 0, rows.length),
    isCapped: own?.pages[0]?.isCapped === true,
    isPending,
    /** The answer takes so long that it may not come. */
    isLate: useLasting(isPending || isPlaceholderData, patienceMs),
    /** The rows are still those of the query before. */
    isStale: isPlaceholderData,
    /** The rows are those of this query, and nobody says any more how they change. */
    isOld: isCutOff && rows.length > 0,
    error: own ? null : error,
    hasMore: Boolean(cursor),
    loadMore: useLoadMore(cursor, loadMore),
  }
}
