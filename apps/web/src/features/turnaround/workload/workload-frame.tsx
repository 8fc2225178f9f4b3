import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { formatClock } from '../../../lib/format.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { useNews } from '../use-news.ts'
import { refetchWorkload } from './workload.queries.ts'

type Props<T> = { answer: Pick<UseQueryResult<T>, 'data' | 'error'>; className: string; children: (workload: T) => ReactNode }

/** Shows a workload page: its heading, and the workload once it is there. Keeps it up to date. */
export function WorkloadFrame<T extends { asOf: Date }>({ answer: { data, error }, className, children }: Props<T>) {
  useTitle('Workload')
  useNews(refetchWorkload)
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className={`mx-auto grid px-4 py-5 ${className}`}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h1 className="text-xl font-semibold">Workload</h1>
          {data && <p className="num text-sm text-text-2">As of {formatClock(data.asOf)}</p>}
        </div>
        {error && <FormMessage tone="error">{messageOf(error, 'The workload could not be loaded.')}</FormMessage>}
        {!data && !error && <Loading />}
        {data && children(data)}
      </div>
    </main>
  )
}
