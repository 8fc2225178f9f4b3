import type { Pagination } from '@readroom/contracts/pagination'
import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ListQuery, useListUrl } from '../../lib/lists/list-url.ts'
import { notify } from '../../lib/notify.tsx'

type ListAnswer = { data: readonly unknown[]; pagination: Pagination }

/** The page that the address names. Behind the last page, because its rows are gone or a link is old, the last one is shown. */
export function useListPage<A extends ListAnswer, K extends QueryKey>(
  optionsOf: (query: ListQuery) => UseQueryOptions<A, Error, A, K>,
  failed: string,
) {
  const { query, change, ...chosen } = useListUrl()
  const answer = useQuery({ ...optionsOf(query), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData } = answer

  useEffect(() => {
    if (error) notify.error(failed, { id: failed })
  }, [error, failed])

  const lastPage = data && !isPlaceholderData ? Math.max(data.pagination.totalPages, 1) : null
  useEffect(() => {
    if (lastPage !== null && chosen.page > lastPage) change({ page: lastPage }, { replace: true })
  }, [lastPage, chosen.page, change])

  return { answer, chosen, change }
}
