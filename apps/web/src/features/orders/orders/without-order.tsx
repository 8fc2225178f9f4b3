import type { OrderStudy } from '@readroom/contracts/orders/order-endpoints'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RowAction, Text } from '../../../components/list/list-cells.tsx'
import { ListError, ListSkeleton } from '../../../components/list/list-states.tsx'
import { type ListColumn, ListTable } from '../../../components/list/list-table.tsx'
import { StatusLabel } from '../../../components/study/status-dot.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session/session.ts'
import { MatchOrderDialog } from './match-order-dialog.tsx'
import { LabFilter } from './order-filters.tsx'
import { studiesWithoutOrderOptions } from './orders.queries.ts'
import type { ChangeOrdersUrl, OrdersUrl } from './orders-url.ts'

type Row = OrderStudy & { _id: string; labName: string }

const columns: readonly ListColumn<Row>[] = [
  {
    label: 'Patient',
    className: '',
    cell: ({ patientName, patientId }) => (
      <>
        <Text value={patientName} className="font-medium max-lg:text-lg max-lg:whitespace-normal" />
        <Text value={patientId} className="text-xs text-text-3" />
      </>
    ),
  },
  {
    label: 'Study',
    className: '',
    cell: ({ description, modality }) => (
      <>
        <Text value={description} className="max-lg:whitespace-normal" />
        <Text value={modality} className="text-xs text-text-3" />
      </>
    ),
  },
  { label: 'Accession', className: 'w-36', cell: ({ accessionNumber }) => <Text value={accessionNumber} className="num" /> },
  { label: 'Status', className: 'w-48', cell: ({ status }) => <StatusLabel status={status} /> },
  {
    label: 'Uploaded',
    className: 'w-38',
    cell: ({ receivedAt }) => <span className="num whitespace-nowrap">{formatInstant(receivedAt).text}</span>,
  },
]

const ofLab: ListColumn<Row> = { label: 'Laboratory', className: 'w-40', cell: ({ labName }) => <Text value={labName} /> }

type Props = { url: OrdersUrl; change: ChangeOrdersUrl }

/** Shows the studies that came without an order, newest first. */
export function WithoutOrder({ url, change }: Props) {
  const isAdmin = useUser().role === 'admin'
  const shown = isAdmin ? [...columns, ofLab] : columns
  const [chosen, setChosen] = useState<Row | null>(null)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    studiesWithoutOrderOptions(isAdmin ? url.lab : ''),
  )
  const rows = data?.pages.flatMap((page) => page.studies.map((study) => ({ ...study, _id: study.studyId }))) ?? []
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 pt-4 pb-3">
        <LabFilter url={url} change={change} />
        <p className="max-w-180 text-text-2">
          Readroom matches a study to an order by study UID or accession number. It leaves these to you.
        </p>
      </div>
      {!data && error && <ListError error={error} label="Studies" onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton label="Studies" columns={shown} actionsClass="w-32" />}
      {data && rows.length === 0 && (
        <div role="status" className="grid justify-items-center px-4 py-16 text-center">
          <h2 className="text-lg font-semibold">Every study has an order</h2>
          <p className="mt-1 text-text-2">Studies that arrive without an order appear here.</p>
        </div>
      )}
      {rows.length > 0 && (
        <ListTable
          label="Studies without order"
          columns={shown}
          rows={rows}
          keyOf={({ _id }) => _id}
          nameOf={({ patientName, accessionNumber }) =>
            `Study of ${patientName ?? 'N/A'}, ${accessionNumber ?? 'no accession number'}`
          }
          actions={(study) => <RowAction onClick={() => setChosen(study)}>Find order</RowAction>}
          actionsClass="w-32"
          stale={false}
        />
      )}
      {hasNextPage && (
        <div className="p-4 text-center">
          <Button className="max-lg:h-11" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading...' : 'Older studies'}
          </Button>
        </div>
      )}
      {chosen && <MatchOrderDialog study={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}
