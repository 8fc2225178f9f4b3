import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { createCoalescer } from '../../lib/coalesce.ts'
import { savedListKeys } from './saved-lists.queries.ts'

/** Counts follow changes at this pace, however many there are. */
const calm = { delayMs: 1_000, intervalMs: 5_000 }

/** Counts the lists anew after a change of a study, where somebody looks at them. */
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
