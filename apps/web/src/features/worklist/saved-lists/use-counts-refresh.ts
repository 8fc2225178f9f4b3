import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { createCoalescer } from '../../../lib/coalesce.ts'
import { savedListKeys } from './saved-lists.queries.ts'

/** Limits how often counts are refreshed, however many changes there are. */
const calm = { delayMs: 1_000, intervalMs: 5_000 }

/** Returns a function that refreshes the lists' counts after a change, if they are visible. */
export function useCountsRefresh(): () => void {
  const client = useQueryClient()
  const coalescer = useMemo(
    () =>
      createCoalescer<null>(async () => {
        if (document.visibilityState === 'hidden') return
        await client.refetchQueries({ queryKey: savedListKeys.counts, type: 'active' })
      }, calm),
    [client],
  )
  useEffect(() => {
    const whenSeen = () => document.visibilityState === 'visible' && coalescer.push(null)
    document.addEventListener('visibilitychange', whenSeen)
    return () => {
      document.removeEventListener('visibilitychange', whenSeen)
      coalescer.stop()
    }
  }, [coalescer])
  return () => coalescer.push(null)
}
