import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { createCoalescer } from '../../lib/coalesce.ts'
import { useLive } from '../../lib/live/use-live.ts'

/** Returns a function that reads data again after a change, at most every few seconds. `refetch` must stay the same function. */
export function useRefresh(refetch: (client: QueryClient) => Promise<void>): () => void {
  const client = useQueryClient()
  const news = useRef<ReturnType<typeof createCoalescer<null>>>(undefined)
  useEffect(() => {
    news.current = createCoalescer<null>(() => refetch(client), { delayMs: 500, intervalMs: 5_000 })
    return () => news.current?.stop()
  }, [client, refetch])
  return () => news.current?.push(null)
}

/** Keeps the live connection of a page, and reads the page again when studies change. */
export function useNews(refetch: (client: QueryClient) => Promise<void>): void {
  const hear = useRefresh(refetch)
  useLive({ onMessage: hear, onReconnected: hear })
}
