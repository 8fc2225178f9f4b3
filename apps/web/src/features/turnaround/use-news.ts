import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { createCoalescer } from '../../lib/coalesce.ts'
import { useLive } from '../../lib/live/use-live.ts'

/** Reads a page again when studies change, at most every few seconds. `refetch` must stay the same function. */
export function useNews(refetch: (client: QueryClient) => Promise<void>): void {
  const client = useQueryClient()
  const news = useRef<ReturnType<typeof createCoalescer<null>>>(undefined)
  useEffect(() => {
    news.current = createCoalescer<null>(() => refetch(client), { delayMs: 500, intervalMs: 5_000 })
    return () => news.current?.stop()
  }, [client, refetch])
  const hear = () => news.current?.push(null)
  useLive({ onMessage: hear, onReconnected: hear })
}
