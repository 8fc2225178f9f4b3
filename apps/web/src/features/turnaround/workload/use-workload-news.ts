import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { createCoalescer } from '../../../lib/coalesce.ts'
import { useLive } from '../../../lib/live/use-live.ts'
import { refetchWorkload } from './workload.queries.ts'

/** Refetches the workload when studies change, at most every few seconds. */
export function useWorkloadNews(): void {
  const client = useQueryClient()
  const news = useRef<ReturnType<typeof createCoalescer<null>>>(undefined)
  useEffect(() => {
    news.current = createCoalescer<null>(() => refetchWorkload(client), { delayMs: 500, intervalMs: 5_000 })
    return () => news.current?.stop()
  }, [client])
  const hear = () => news.current?.push(null)
  useLive({ onMessage: hear, onReconnected: hear })
}
