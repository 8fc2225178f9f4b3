import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { MergeList } from './merge-list.tsx'
import { mergesOptions } from './merges.queries.ts'
import { PagesNav } from './pages-nav.tsx'

/** Shows all merges of patients, by administrators and by messages. */
export function MergesView() {
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(mergesOptions(page))
  if (!data) return error ? <FormMessage tone="error">The merges could not be loaded.</FormMessage> : <Loading />
  if (data.pagination.totalRecords === 0) {
    return <p className="mt-4 text-text-2">No merges yet. To merge a patient, open the patient record and choose “Merge”.</p>
  }
  return (
    <div className="mt-4">
      <MergeList merges={data.data} />
      <PagesNav pagination={data.pagination} onPage={setPage} />
    </div>
  )
}
