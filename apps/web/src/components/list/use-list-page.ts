import type { Pagination } from '@readroom/contracts/core/pagination'
import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFailureToast } from '../../lib/hooks/use-failure-toast.ts'
import { type ListQuery, useListUrl } from '../../lib/lists/list-url.ts'

type ListAnswer = { data: readonly unknown[]; pagination: Pagination }

/** Loads the page named in the address. Past the last page, because rows are gone or a link is old, the last page is shown. */
export function useListPage<A extends ListAnswer, K extends QueryKey>(
  optionsOf: (query: ListQuery) => UseQueryOptions<A, Error, A, K>,
  failed: string,
) {
  const { query, change, ...chosen } = useListUrl()
  const answer = useQuery({ ...optionsOf(query), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData } = answer

  useFailureToast(error, failed)

  const lastPage = data && !isPlaceholderData ? Math.max(data.pagination.totalPages, 1) : null
  useEffect(() => {
    if (lastPage !== null && chosen.page > lastPage) change({ page: lastPage }, { replace: true })
  }, [lastPage, chosen.page, change])

  return { answer, chosen, change }
}
