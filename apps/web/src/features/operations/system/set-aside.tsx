import type { IntakeFailure } from '@readroom/contracts/operations/system'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { failuresOptions, retryFailure, systemKeys } from './system.queries.ts'

const headings = ['Reason', 'Since', 'Attempts', 'Next attempt']

const useRetry = () =>
  useChange({
    change: (failure: IntakeFailure) => retryFailure(failure),
    done: ({ message }) => message,
    failed: 'The study could not be retried.',
    invalidates: [systemKeys.all],
  })

type RowProps = { failure: IntakeFailure; busy: boolean; onRetry: () => void }

function Row({ failure, busy, onRetry }: RowProps) {
  const { orthancId, reason, details, attempts, since, nextAttemptAt, unknownAeTitle } = failure
  return (
    <tr className="border-b border-line align-top">
      <td className="px-3 py-2">
        <span className="block font-medium">{reason}</span>
        <span className="num block text-xs break-all text-text-3">{orthancId}</span>
        {unknownAeTitle === null && <span className="block text-xs break-all text-text-3">{details}</span>}
      </td>
      <td className="num px-3 py-2 whitespace-nowrap text-text-2">{formatInstant(since).text}</td>
      <td className="num px-3 py-2 text-text-2">{attempts}</td>
      <td className="num px-3 py-2 whitespace-nowrap text-text-2">
        {unknownAeTitle === null ? formatInstant(nextAttemptAt).text : 'When accepted'}
      </td>
      <td className="px-3 py-2 text-right">
        <Button className="max-lg:h-11" disabled={busy} onClick={onRetry} aria-label={`Retry study ${orthancId}`}>
          {unknownAeTitle === null ? 'Retry' : 'Accept'}
        </Button>
      </td>
    </tr>
  )
}

/** Shows studies that are in the archive but on no worklist. */
export function SetAside() {
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(failuresOptions(page))
  const { start, isBusy } = useRetry()
  if (!data) return error ? <FormMessage tone="error">The list could not be loaded.</FormMessage> : <Loading />
  if (data.pagination.totalRecords === 0) return <p className="text-text-2">No studies set aside.</p>
  const { hasPrevPage, hasNextPage, currentPage, totalPages } = data.pagination
  return (
    <div className="overflow-x-auto">
      <table aria-label="Studies set aside" className="w-full border-collapse">
        <thead>
          <tr className="border-y border-line bg-canvas text-left text-xs text-text-2">
            {headings.map((heading) => (
              <th key={heading} scope="col" className="h-(--head-h) px-3 font-medium">
                {heading}
              </th>
            ))}
            <th scope="col" className="px-3 text-right font-medium">
              Action
            </th>
          </tr>
        </thead>
        <tbody>
          {data.data.map((failure) => (
            <Row key={failure.orthancId} failure={failure} busy={isBusy} onRetry={() => start(failure)} />
          ))}
        </tbody>
      </table>
      {totalPages > 1 && (
        <div className="mt-3 flex items-center justify-end gap-3 text-sm text-text-2">
          <Button disabled={!hasPrevPage} onClick={() => setPage(currentPage - 1)}>
            Previous
          </Button>
          <span className="num">
            {currentPage} / {totalPages}
          </span>
          <Button disabled={!hasNextPage} onClick={() => setPage(currentPage + 1)}>
            Next
          </Button>
        </div>
      )}
    </div>
  )
}
