import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/**
 * Refetches a query when `news` changes, and when the component is mounted. If a read is under way, which may be older than the news, another one
 * follows it. News never cancels a read: on a slow network a stream of changes would otherwise show none of them.
 */
export function useRefetchOnNews(news: unknown, queryKey: QueryKey, refetch: UseQueryResult['refetch']): void {
  const client = useQueryClient()
  const seen = useRef(news)
  const key = useRef(queryKey)
  key.current = queryKey
  useEffect(() => {
    const isNews = seen.current !== news
    seen.current = news
    const isBehind = isNews && client.isFetching({ queryKey: key.current, exact: true }) > 0
    const read = refetch({ cancelRefetch: false })
    if (isBehind) void read.then(() => refetch({ cancelRefetch: false }))
  }, [news, client, refetch])
}
