import { rowName } from '@readroom/contracts/core/person-names'
import type { Order } from '@readroom/contracts/orders/order-endpoints'
import { urgencyLabels } from '@readroom/contracts/studies/urgency'
import { useInfiniteQuery } from '@tanstack/react-query'
import { RowAction, Text } from '../../../components/list/list-cells.tsx'
import { ListError, ListSkeleton } from '../../../components/list/list-states.tsx'
import { type ListColumn, ListTable } from '../../../components/list/list-table.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session/session.ts'
import { OrderFilters } from './order-filters.tsx'
import { OrderStateLabel } from './order-state.tsx'
import { orderPagesOptions } from './orders.queries.ts'
import { type ChangeOrdersUrl, isNarrowed, type OrdersUrl } from './orders-url.ts'

const columns: readonly ListColumn<Order>[] = [
  {
    label: 'Patient',
    className: '',
    cell: ({ patient }) => (
      <>
        <Text value={rowName(patient.name)} className="font-medium max-lg:text-lg max-lg:whitespace-normal" />
        <Text value={patient.ids[0]?.id ?? null} className="text-xs text-text-3" />
      </>
    ),
  },
  {
    label: 'Examination',
    className: '',
    cell: ({ procedure, modality }) => (
      <>
        <Text value={procedure.description ?? procedure.code} className="max-lg:whitespace-normal" />
        <Text value={modality} className="text-xs text-text-3" />
      </>
    ),
  },
  {
    label: 'Order, accession',
    className: 'w-34',
    cell: ({ number, accessionNumber }) => (
      <>
        <Text value={number} className="num" />
        <Text value={accessionNumber} className="num text-xs text-text-3" />
      </>
    ),
  },
  {
    label: 'Priority',
    className: 'w-22',
    cell: ({ priority }) => (priority === null ? <Text value={null} /> : urgencyLabels[priority]),
  },
  { label: 'State', className: 'w-34', cell: ({ state }) => <OrderStateLabel state={state} /> },
  {
    label: 'Received',
    className: 'w-36',
    cell: ({ receivedAt }) => <span className="num whitespace-nowrap">{formatInstant(receivedAt).text}</span>,
  },
]

const ofLab: ListColumn<Order> = { label: 'Laboratory', className: 'w-40', cell: ({ labName }) => <Text value={labName} /> }

function Empty({ isFiltered, onClear, onEnter }: { isFiltered: boolean; onClear: () => void; onEnter: () => void }) {
  return (
    <div role="status" className="grid justify-items-center px-4 py-16 text-center">
      <h2 className="text-lg font-semibold">{isFiltered ? 'No orders match these filters' : 'No orders yet'}</h2>
      <p className="mt-1 max-w-120 text-text-2">
        {isFiltered
          ? 'Clear the filters to see all orders.'
          : 'Enter the first order by hand, or ask your administrator to connect the system that your orders come from.'}
      </p>
      <Button className="mt-4 max-lg:h-11" look={isFiltered ? 'outline' : 'primary'} onClick={isFiltered ? onClear : onEnter}>
        {isFiltered ? 'Clear filters' : 'Enter order'}
      </Button>
    </div>
  )
}

type Props = { url: OrdersUrl; change: ChangeOrdersUrl; onShow: (order: Order) => void; onEnter: () => void }

/** Shows the orders, newest first. */
export function OrderList({ url, change, onShow, onEnter }: Props) {
  const isAdmin = useUser().role === 'admin'
  const shown = isAdmin ? [...columns, ofLab] : columns
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    orderPagesOptions(url),
  )
  const orders = data?.pages.flatMap((page) => page.orders) ?? []
  return (
    <>
      <OrderFilters url={url} change={change} />
      {!data && error && <ListError error={error} label="Orders" onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton label="Orders" columns={shown} actionsClass="w-20" />}
      {data && orders.length === 0 && (
        <Empty
          isFiltered={isNarrowed(url)}
          onClear={() => change({ state: '', lab: '', from: '', to: '', search: '' })}
          onEnter={onEnter}
        />
      )}
      {orders.length > 0 && (
        <ListTable
          label="Orders"
          columns={shown}
          rows={orders}
          keyOf={({ _id }) => _id}
          nameOf={({ number }) => `Order ${number}`}
          actions={(order) => <RowAction onClick={() => onShow(order)}>Open</RowAction>}
          actionsClass="w-20"
          stale={isPlaceholderData}
        />
      )}
      {hasNextPage && (
        <div className="p-4 text-center">
          <Button className="max-lg:h-11" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading...' : 'Older orders'}
          </Button>
        </div>
      )}
    </>
  )
}
