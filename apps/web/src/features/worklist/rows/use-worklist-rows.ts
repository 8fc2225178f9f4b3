import type { Role } from '@readroom/contracts/core/permissions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useLiveStatus } from '../../../lib/live-status.ts'
import { applyOverride, useStudyOverrides } from '../../../lib/studies/study-overrides.ts'
import { allRows } from '../../../lib/studies/study-pages.ts'
import { isCappedIn } from './counted.ts'
import { listOptions } from './worklist.queries.ts'
import type { WorklistQuery } from './worklist-url.ts'

/** Returns true when `state` has stayed true for `ms`. */
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

/** How long the rows of the previous query may stay while the next ones load. */
const standInMs = 1_000
/** After this time without an answer the list says that it is waiting. */
const patienceMs = 3_500
const retryMs = 5_000

/** Returns a function that loads the page after `cursor`, once. After a failure the list may try again a little later. */
function useLoadMore(cursor: string | null | undefined, read: () => Promise<unknown>) {
  const [failures, setFailures] = useState(0)
  // The identity of the result matters: a list at its end loads again when it changes.
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

/** Returns the loaded rows of a query as shown, without waiting ones, and the function that loads more. */
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
    total: own?.pages[0]?.totalRecords ?? 0,
    isCapped: own?.pages[0] !== undefined && isCappedIn(query.tab, own.pages[0]),
    isPending,
    /** True if the answer takes so long that it may never come. */
    isLate: useLasting(isPending || isPlaceholderData, patienceMs),
    /** True if the rows still belong to the previous query. */
    isStale: isPlaceholderData,
    /** True if the rows belong to this query but no live connection keeps them up to date. */
    isOld: isCutOff && rows.length > 0,
    error: own ? null : error,
    hasMore: Boolean(cursor),
    loadMore: useLoadMore(cursor, loadMore),
  }
}
