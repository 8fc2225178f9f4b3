import type { Pagination } from '@readroom/contracts/core/pagination'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { PagesNav } from './pages-nav.tsx'

type Page<T> = { data: T[]; pagination: z.infer<typeof Pagination> }

type Props<T> = {
  usePage: (page: number) => Pick<UseQueryResult<Page<T>>, 'data' | 'error'>
  failed: string
  /** What is missing, if the list is empty. */
  empty: string
  item: (one: T) => ReactNode
}

/** Shows a list of items that wait for a decision, page by page. */
export function PagedList<T>({ usePage, failed, empty, item }: Props<T>) {
  const [page, setPage] = useState(1)
  const { data, error } = usePage(page)
  if (!data) return error ? <FormMessage tone="error">{failed}</FormMessage> : <Loading />
  if (data.pagination.totalRecords === 0) return <p className="mt-4 text-text-2">{empty}</p>
  return (
    <>
      {data.data.map(item)}
      <PagesNav pagination={data.pagination} onPage={setPage} />
    </>
  )
}
